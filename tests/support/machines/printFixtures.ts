import { createActor, fromPromise } from "xstate";
import type { Schemas } from "#api/client.ts";
import { printCenterMachine, type Started } from "#machines/printing/printCenter.machine.ts";
import type { DutyPlan, DutyRecord, Ending, Hand, PrintMode } from "#machines/printing/printCenter.ts";
import { printDutyMachine } from "#machines/printing/printDuty.machine.ts";
import type { Begun, DutyPlace, JobPlace, Printed, Reported, Taken } from "#machines/printing/printDuty.ts";

/** What becomes of a call: it goes well, does not arrive, or its answer is lost. */
export type Way = "open" | "lostBefore" | "lostAfter";

type Status = "waiting" | "taken" | "printing" | "printed" | "failed" | "unconfirmed";

interface Job {
  id: number;
  status: Status;
  attempt: number;
  dutyId: string;
  begunKey: string;
  /** Attempts of which a page came out. */
  papers: number[];
}

interface Duty {
  id: string;
  leaseUntil: number;
  isOver: boolean;
}

/** What is wrong with a mutant: of the server, or of the actors around the machine. */
export interface PrintMutation {
  readonly requeuesBegun?: boolean;
  readonly forgetsJournal?: boolean;
  readonly takesSilenceForBegun?: boolean;
  readonly callsUndrawnPrinted?: boolean;
}

const LEASE_MS = 60_000;
const AWAY_MS = 4;

/** The rules of the server's print queue for one printer, in memory. */
export const createPrintServer = (mutation: PrintMutation) => {
  const jobs: Job[] = [];
  const duties = new Map<string, Duty>();
  const settle = () => {
    for (const job of jobs) {
      const duty = duties.get(job.dutyId);
      if (!duty || (job.status !== "taken" && job.status !== "printing")) continue;
      const isSilent = duty.leaseUntil < Date.now();
      const isBack = job.status === "taken" && (isSilent || duty.isOver);
      if (isBack || (isSilent && mutation.requeuesBegun)) requeue(job);
      else if (job.status === "printing" && isSilent) job.status = "unconfirmed";
    }
  };
  const requeue = (job: Job) =>
    Object.assign(job, { status: "waiting", attempt: job.attempt + 1, dutyId: "", begunKey: "" });
  const wire = ({ id, status, attempt }: Job) =>
    ({ id, status, attempt, kind: "preBill", internalId: id }) as Schemas["PrintJob"];
  const prolong = (id: string): Duty | undefined => {
    const duty = duties.get(id);
    if (duty && !duty.isOver) duty.leaseUntil = Date.now() + LEASE_MS;
    return duty;
  };
  const own = (dutyId: string, { jobId, attempt }: Hand): Job | undefined =>
    jobs.find((job) => job.id === jobId && job.attempt === attempt && job.dutyId === dutyId);
  return {
    jobs,
    settle,
    requeue,
    add: () => jobs.push({ id: jobs.length + 1, status: "waiting", attempt: 1, dutyId: "", begunKey: "", papers: [] }),
    start: (dutyId: string, isTakeover: boolean): Started => {
      const other = [...duties.values()].find(({ id, isOver }) => id !== dutyId && !isOver);
      if (other && other.leaseUntil >= Date.now() && !isTakeover)
        return { kind: "busy", userAlias: "другой", since: "" };
      if (other) other.isOver = true;
      duties.set(dutyId, { id: dutyId, leaseUntil: Date.now() + LEASE_MS, isOver: false });
      return { kind: "started", duty: { id: dutyId, printerName: "Касса" } as Schemas["PrintDuty"] };
    },
    beat: (dutyId: string): Taken =>
      prolong(dutyId)?.isOver === false ? { kind: "onDuty", job: null, waiting: 0 } : { kind: "relieved", message: "" },
    take: (dutyId: string): Taken => {
      const duty = prolong(dutyId);
      settle();
      if (!duty || duty.isOver) return { kind: "relieved", message: "" };
      const inHand = jobs.find((job) => job.dutyId === dutyId && (job.status === "taken" || job.status === "printing"));
      const next = inHand ?? jobs.find(({ status }) => status === "waiting");
      if (next && !inHand) Object.assign(next, { status: "taken", dutyId, begunKey: "" });
      return { kind: "onDuty", job: next ? wire(next) : null, waiting: 0 };
    },
    begin: (dutyId: string, hand: Hand, key: string): Begun => {
      const isOnDuty = prolong(dutyId)?.isOver === false;
      const job = own(dutyId, hand);
      const isBegun = job?.status === "printing" || job?.status === "unconfirmed";
      if (job && isBegun && job.begunKey !== key) return { kind: "begunBefore" };
      if (!job || !(isBegun || (job.status === "taken" && isOnDuty))) return { kind: "dropped" };
      Object.assign(job, { status: "printing", begunKey: key });
      return { kind: "begun", paper: { job: wire(job) } as Schemas["PrintPaper"] };
    },
    report: (dutyId: string, hand: Hand, { result }: Ending): Reported => {
      prolong(dutyId);
      const job = own(dutyId, hand);
      const isBegun = job?.status === "printing" || job?.status === "unconfirmed";
      if (job && (isBegun || (job.status === "taken" && result === "failed"))) job.status = result;
      return { kind: "reported" };
    },
    end: (dutyId: string) => {
      const duty = duties.get(dutyId);
      if (duty) Object.assign(duty, { isOver: true, leaseUntil: Math.min(duty.leaseUntil, Date.now() - 1) });
      settle();
    },
  };
};

/** An answer that can be lost on its own. */
export type Lost = "lostTake" | "lostBegin" | "lostReport";

type Server = ReturnType<typeof createPrintServer>;

/** How often the walks came to the places where a page could come out twice, or be called printed without one. */
export const dangers = {
  lostTake: 0,
  lostBegin: 0,
  lostReport: 0,
  reloadsInDoubt: 0,
  takeovers: 0,
  undrawn: 0,
  asked: 0,
};

/** A browser that can be on duty: its journal outlives reloads, its network goes as the walk says. */
export const givenBrowser = (server: Server, name: string, mode: PrintMode, mutation: PrintMutation) => {
  let way: Way = "open";
  let loads = 0;
  let kept: DutyRecord | null = null;
  let isDrawing = true;
  /** Calls of which the next one, or its answer, is lost. */
  const losing = new Map<Lost, Way>();
  const call = async <Answer>(work: () => Answer, lost?: Lost): Promise<Answer | { kind: "silent" }> => {
    const now = way;
    const fate = lost && losing.get(lost);
    if (lost) losing.delete(lost);
    if (now === "lostBefore" || fate === "lostBefore") return { kind: "silent" };
    const answer = work();
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
    if (now === "open" && fate === undefined) return answer;
    if (lost) dangers[lost] += 1;
    return { kind: "silent" };
  };
  const begin = async (input: JobPlace & { key: string }): Promise<Begun> => {
    const begun = await call(() => server.begin(input.dutyId, input.hand, input.key), "lostBegin");
    if (begun.kind !== "silent" || !mutation.takesSilenceForBegun) return begun;
    const job = { id: input.hand.jobId, attempt: input.hand.attempt } as Schemas["PrintJob"];
    return { kind: "begun", paper: { job } as Schemas["PrintPaper"] };
  };
  const print = ({ job: { id, attempt } }: Schemas["PrintPaper"]): Printed => {
    if (!isDrawing) dangers.undrawn += 1;
    if (!isDrawing) return mutation.callsUndrawnPrinted ? { kind: "sent" } : { kind: "undrawn" };
    server.jobs.find((job) => job.id === id)?.papers.push(attempt);
    return { kind: "sent" };
  };
  const keep = fromPromise<void, DutyRecord>(async ({ input }) => {
    kept = input;
  });
  const duty = printDutyMachine.provide({
    actors: {
      keep,
      take: fromPromise<Taken, DutyPlace>(async ({ input }) => {
        const taken = await call(() => server.take(input.dutyId), "lostTake");
        if (!mutation.forgetsJournal || taken.kind !== "onDuty" || !taken.job) return taken;
        return { ...taken, job: { ...taken.job, status: "taken" } };
      }),
      beat: fromPromise<Taken, DutyPlace>(({ input }) => call(() => server.beat(input.dutyId))),
      begin: fromPromise<Begun, JobPlace & { key: string }>(({ input }) => begin(input)),
      print: fromPromise<Printed, Schemas["PrintPaper"]>(async ({ input }) => print(input)),
      report: fromPromise<Reported, JobPlace & { ending: Ending }>(({ input }) =>
        call(() => server.report(input.dutyId, input.hand, input.ending), "lostReport"),
      ),
      deny: fromPromise<Reported, { companyId: number; jobId: number; reason: string }>(async () => ({
        kind: "reported",
      })),
    },
  });
  const machine = printCenterMachine.provide({
    actors: {
      recall: fromPromise(async () => (kept && mutation.forgetsJournal ? { ...kept, hand: null, ending: null } : kept)),
      printers: fromPromise<readonly Schemas["Printer"][], number>(async () => []),
      start: fromPromise<Started, { plan: DutyPlan; dutyId: string; isTakeover: boolean }>(({ input }) =>
        call(() => server.start(input.dutyId, input.isTakeover)),
      ),
      keep,
      duty,
      end: fromPromise<void, DutyPlace>(async ({ input }) => {
        await call(() => server.end(input.dutyId));
      }),
      forget: fromPromise<void>(async () => {
        kept = null;
      }),
    },
  });
  const open = () => {
    loads += 1;
    const pageKey = mutation.forgetsJournal ? name : `${name}-${loads}`;
    return createActor(machine, { input: { companyId: 1, pageKey } }).start();
  };
  let actor = open();
  let starts = 0;
  /** Its work, while it is on duty. */
  const onDuty = () => actor.getSnapshot().children.duty;
  return {
    actor: () => actor,
    onDuty,
    take: (next: Way) => {
      way = next;
    },
    lose: (answer: Lost, fate: Way) => losing.set(answer, fate),
    draw: (isOn: boolean) => {
      isDrawing = isOn;
    },
    /** Whether a page of the job in hand has come out, which the person at the printer sees. */
    hasPaper: () => {
      const hand = onDuty()?.getSnapshot().context.hand;
      return server.jobs.some(({ id, papers }) => id === hand?.jobId && papers.length > 0);
    },
    goOnDuty: () => {
      starts += 1;
      const plan: DutyPlan = { companyId: 1, printerId: 1, kinds: ["preBill"], mode };
      actor.send({ type: "duty.start", plan, dutyId: `${name}-duty-${starts}` });
    },
    close: () => actor.stop(),
    reload: () => {
      if (kept?.hand) dangers.reloadsInDoubt += 1;
      actor.stop();
      actor = open();
    },
  };
};
