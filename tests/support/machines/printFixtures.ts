import { createActor, fromPromise } from "xstate";
import type { Schemas } from "#api/client.ts";
import { type DutyRequest, printCenterMachine, type StartAnswer } from "#machines/printing/printCenter.machine.ts";
import type { CurrentJob, DutyPlan, DutyRecord, JobEnding, PrintMode } from "#machines/printing/printCenter.ts";
import { printDutyMachine } from "#machines/printing/printDuty.machine.ts";
import type { DutyAnswer } from "#machines/printing/printDuty.ts";
import { printJobMachine } from "#machines/printing/printJob.machine.ts";
import type { BeginAnswer, DutyPath, JobPath, PrintResult, ReportAnswer } from "#machines/printing/printJob.ts";
import { imitateDelay } from "../waiting.ts";
import { steadyEnvironment } from "./environments.ts";

/** Behaviour of the network: it delivers everything, loses requests, or loses responses. */
export type PrintNetwork = "open" | "requestLost" | "answerLost";

type Status = "waiting" | "taken" | "printing" | "printed" | "failed" | "unconfirmed";

interface Job {
  id: number;
  status: Status;
  attempt: number;
  dutyId: string;
  begunKey: string;
  /** Numbers of the attempts that printed the job on paper. */
  papers: number[];
}

interface Duty {
  id: string;
  leaseUntil: number;
  isOver: boolean;
}

/** Mutant of the server or the actors. Tests use it to prove that the random steps detect this fault. */
export interface PrintFault {
  readonly requeuesBegunJobs?: boolean;
  readonly losesJournal?: boolean;
  readonly takesSilenceForBegun?: boolean;
  readonly reportsUnrenderedAsPrinted?: boolean;
}

const LEASE_MS = 60_000;
const LATENCY_MS = 4;

/** Returns a fake print queue for one printer, with the rules of the real server (decisions, section 10). */
export const createPrintServer = (fault: PrintFault) => {
  const jobs: Job[] = [];
  const duties = new Map<string, Duty>();
  const expireDuties = () => {
    for (const job of jobs) {
      const duty = duties.get(job.dutyId);
      if (!duty || (job.status !== "taken" && job.status !== "printing")) continue;
      const isExpired = duty.leaseUntil < Date.now();
      const isBack = job.status === "taken" && (isExpired || duty.isOver);
      if (isBack || (isExpired && fault.requeuesBegunJobs)) requeue(job);
      else if (job.status === "printing" && isExpired) job.status = "unconfirmed";
    }
  };
  const requeue = (job: Job) =>
    Object.assign(job, { status: "waiting", attempt: job.attempt + 1, dutyId: "", begunKey: "" });
  const toPrintJob = ({ id, status, attempt }: Job) =>
    ({ id, status, attempt, kind: "preBill", internalId: id }) as Schemas["PrintJob"];
  const renew = (id: string): Duty | undefined => {
    const duty = duties.get(id);
    if (duty && !duty.isOver) duty.leaseUntil = Date.now() + LEASE_MS;
    return duty;
  };
  const findJob = (dutyId: string, { jobId, attempt }: CurrentJob): Job | undefined =>
    jobs.find((job) => job.id === jobId && job.attempt === attempt && job.dutyId === dutyId);
  return {
    jobs,
    expireDuties,
    requeue,
    add: () => jobs.push({ id: jobs.length + 1, status: "waiting", attempt: 1, dutyId: "", begunKey: "", papers: [] }),
    start: (dutyId: string, isTakeover: boolean): StartAnswer => {
      const other = [...duties.values()].find(({ id, isOver }) => id !== dutyId && !isOver);
      if (other && other.leaseUntil >= Date.now() && !isTakeover)
        return { kind: "busy", userAlias: "Борис", since: "" };
      if (other) other.isOver = true;
      duties.set(dutyId, { id: dutyId, leaseUntil: Date.now() + LEASE_MS, isOver: false });
      return { kind: "started", duty: { id: dutyId, printerName: "Касса" } as Schemas["PrintDuty"] };
    },
    beat: (dutyId: string): DutyAnswer =>
      renew(dutyId)?.isOver === false
        ? { kind: "onDuty", job: null, waiting: 0 }
        : { kind: "relieved", relief: { code: "ended" } },
    take: (dutyId: string): DutyAnswer => {
      const duty = renew(dutyId);
      expireDuties();
      if (!duty || duty.isOver) return { kind: "relieved", relief: { code: "ended" } };
      const inHand = jobs.find((job) => job.dutyId === dutyId && (job.status === "taken" || job.status === "printing"));
      const next = inHand ?? jobs.find(({ status }) => status === "waiting");
      if (next && !inHand) Object.assign(next, { status: "taken", dutyId, begunKey: "" });
      return { kind: "onDuty", job: next ? toPrintJob(next) : null, waiting: 0 };
    },
    begin: (dutyId: string, hand: CurrentJob, key: string): BeginAnswer => {
      const isOnDuty = renew(dutyId)?.isOver === false;
      const job = findJob(dutyId, hand);
      const isBegun = job?.status === "printing" || job?.status === "unconfirmed";
      if (job && isBegun && job.begunKey !== key) return { kind: "begunBefore" };
      if (!job || !(isBegun || (job.status === "taken" && isOnDuty))) return { kind: "dropped" };
      Object.assign(job, { status: "printing", begunKey: key });
      return { kind: "begun", paper: { job: toPrintJob(job) } as Schemas["PrintPaper"] };
    },
    report: (dutyId: string, hand: CurrentJob, { result }: JobEnding): ReportAnswer => {
      renew(dutyId);
      const job = findJob(dutyId, hand);
      const isBegun = job?.status === "printing" || job?.status === "unconfirmed";
      if (job && (isBegun || (job.status === "taken" && result === "failed"))) job.status = result;
      return "reported";
    },
    end: (dutyId: string) => {
      const duty = duties.get(dutyId);
      if (duty) Object.assign(duty, { isOver: true, leaseUntil: Math.min(duty.leaseUntil, Date.now() - 1) });
      expireDuties();
    },
  };
};

/** Request that a test can lose, either before or after the server executes it. */
export type LossyCall = "take" | "begin" | "report";

type Server = ReturnType<typeof createPrintServer>;

/**
 * Number of dangerous situations in the random steps, by kind. In such a situation a job could be printed twice, or be
 * reported as printed although it was not.
 */
export const dangerCounts = {
  lostTake: 0,
  lostBegin: 0,
  lostReport: 0,
  reloadsInDoubt: 0,
  takeovers: 0,
  unrendered: 0,
  questions: 0,
};

const dangerOf = { take: "lostTake", begin: "lostBegin", report: "lostReport" } as const;

/**
 * Returns a fake browser that prints the jobs of a printer. Its journal survives a reload, and the test controls its
 * network.
 */
export const givenBrowser = (server: Server, name: string, mode: PrintMode, fault: PrintFault) => {
  let network: PrintNetwork = "open";
  let loads = 0;
  let kept: DutyRecord | null = null;
  let isDrawing = true;
  /** Failures of the next attempts, keyed by request. */
  const losses = new Map<LossyCall, PrintNetwork>();
  /**
   * Sends a request to the fake server. Returns undefined if the request or the response is lost. Counts a lost
   * response to a `lossy` request in `dangerCounts`.
   */
  const call = async <Answer>(work: () => Answer, lossy?: LossyCall): Promise<Answer | undefined> => {
    const condition = network;
    const loss = lossy && losses.get(lossy);
    if (lossy) losses.delete(lossy);
    if (condition === "requestLost" || loss === "requestLost") return undefined;
    const answer = work();
    await imitateDelay(LATENCY_MS);
    if (condition === "open" && loss === undefined) return answer;
    if (lossy) dangerCounts[dangerOf[lossy]] += 1;
    return undefined;
  };
  const unanswered = { kind: "unanswered" } as const;
  const begin = async ({ dutyId, hand, key }: JobPath & { key: string }): Promise<BeginAnswer> => {
    const answer = await call(() => server.begin(dutyId, hand, key), "begin");
    if (answer || !fault.takesSilenceForBegun) return answer ?? unanswered;
    const job = { id: hand.jobId, attempt: hand.attempt } as Schemas["PrintJob"];
    return { kind: "begun", paper: { job } as Schemas["PrintPaper"] };
  };
  const print = ({ job: { id, attempt } }: Schemas["PrintPaper"]): PrintResult => {
    if (!isDrawing) dangerCounts.unrendered += 1;
    if (!isDrawing) return fault.reportsUnrenderedAsPrinted ? "sent" : "unrendered";
    server.jobs.find((job) => job.id === id)?.papers.push(attempt);
    return "sent";
  };
  const keep = fromPromise<void, DutyRecord>(async ({ input }) => {
    kept = input;
  });
  const environment = steadyEnvironment;
  const job = printJobMachine.provide({
    actors: {
      environment,
      keep,
      begin: fromPromise<BeginAnswer, JobPath & { key: string }>(({ input }) => begin(input)),
      print: fromPromise<PrintResult, Schemas["PrintPaper"]>(async ({ input }) => print(input)),
      report: fromPromise<ReportAnswer, JobPath & { ending: JobEnding }>(
        async ({ input: { dutyId, hand, ending } }) =>
          (await call(() => server.report(dutyId, hand, ending), "report")) ?? "unanswered",
      ),
    },
  });
  const duty = printDutyMachine.provide({
    actors: {
      environment,
      job,
      take: fromPromise<DutyAnswer, DutyPath>(async ({ input }) => {
        const answer = (await call(() => server.take(input.dutyId), "take")) ?? unanswered;
        if (!fault.losesJournal || answer.kind !== "onDuty" || !answer.job) return answer;
        return { ...answer, job: { ...answer.job, status: "taken" } };
      }),
      beat: fromPromise<DutyAnswer, DutyPath>(
        async ({ input }) => (await call(() => server.beat(input.dutyId))) ?? unanswered,
      ),
      deny: fromPromise<ReportAnswer, { companyId: number; jobId: number; reason: string }>(async () => "reported"),
    },
  });
  const machine = printCenterMachine.provide({
    actors: {
      environment,
      recall: fromPromise(async () => (kept && fault.losesJournal ? { ...kept, hand: null, ending: null } : kept)),
      printers: fromPromise<readonly Schemas["Printer"][], { companyId: number }>(async () => []),
      start: fromPromise<StartAnswer, DutyRequest>(
        async ({ input }) => (await call(() => server.start(input.dutyId, input.isTakeover))) ?? unanswered,
      ),
      keep,
      duty,
      end: fromPromise<void, DutyPath>(async ({ input }) => {
        await call(() => server.end(input.dutyId));
      }),
      forget: fromPromise<void>(async () => {
        kept = null;
      }),
    },
  });
  const open = () => {
    loads += 1;
    const pageKey = fault.losesJournal ? name : `${name}-${loads}`;
    return createActor(machine, { input: { companyId: 1, pageKey } }).start();
  };
  let actor = open();
  let starts = 0;
  const activeDuty = () => actor.getSnapshot().children.duty;
  return {
    actor: () => actor,
    activeDuty,
    setNetwork: (next: PrintNetwork) => {
      network = next;
    },
    loseNext: (lossy: LossyCall, loss: PrintNetwork) => losses.set(lossy, loss),
    setDrawing: (isOn: boolean) => {
      isDrawing = isOn;
    },
    /** Returns true if the current job was printed on paper. The user at the printer can see the paper. */
    isPrinted: () => {
      const hand = activeDuty()?.getSnapshot().context.hand;
      return server.jobs.some(({ id, papers }) => id === hand?.jobId && papers.length > 0);
    },
    goOnDuty: () => {
      starts += 1;
      const plan: DutyPlan = { companyId: 1, printerId: 1, kinds: ["preBill"], mode };
      actor.send({ type: "duty.start", plan, dutyId: `${name}-duty-${starts}` });
    },
    close: () => actor.stop(),
    reload: () => {
      if (kept?.hand) dangerCounts.reloadsInDoubt += 1;
      actor.stop();
      actor = open();
    },
  };
};
