import { expect, test } from "vitest";
import { coveringPaths, type NamedModel, realNames } from "../support/machines/coveringPaths.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { confirmDialogModel, paymentDialogModel, refundDialogModel } from "../support/machines/models/moneyDialog.ts";
import { moneyMoveModel } from "../support/machines/models/moneyMove.ts";
import { paymentFormModel } from "../support/machines/models/paymentForm.ts";
import { statusChangeModel } from "../support/machines/models/statusChange.ts";
import { playWithFakes } from "../support/machines/playWithFakes.ts";

const testPaths = <Name extends string, Start extends string, Unreal extends Name>(
  subject: string,
  model: NamedModel<Name, Start, Unreal>,
) => {
  const paths = coveringPaths(model);

  test.each(paths.map((path, at) => [at + 1, path] as const))(
    `covering paths of ${subject} — path %i runs with fake actors`,
    (_, path) => playWithFakes(model, path),
  );

  test(`covering paths of ${subject} — contain every start of the model and every event that can happen in a browser`, () => {
    const taken = new Set(paths.flatMap((path) => [...path.taken]));
    const names = [...Object.keys(model.starts), ...realNames(model)];
    expect(names.filter((name) => !taken.has(name))).toEqual([]);
  });
};

const walkOf = ({ starts, events, project }: NamedModel<string, string, string>) => ({
  inputs: Object.values(starts),
  events: Object.values(events),
  ...(project && { project }),
});

testPaths("the status dialog", statusChangeModel);
testPaths("the payment form", paymentFormModel);
testPaths("the payment dialog", paymentDialogModel);
testPaths("the refund dialog", refundDialogModel);
testPaths("the confirmation dialog", confirmDialogModel);
testPaths("a payment operation", moneyMoveModel);

test("status dialog — a walk through the state machine reaches every state and takes every transition", () => {
  givenWalk(statusChangeModel.machine).walk(walkOf(statusChangeModel));
});

test("payment form — a walk through the state machine reaches every state and takes every transition", () => {
  givenWalk(paymentFormModel.machine).walk(walkOf(paymentFormModel));
});
