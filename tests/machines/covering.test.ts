import { expect, test } from "vitest";
import { edgeId, statesOf, transitionsOf } from "#machines/support/graph.ts";
import { coveringPaths, type NamedModel, realNames } from "../support/cover.ts";
import { acceptPaymentModel } from "../support/models/acceptPayment.ts";
import { moneyMoveModel } from "../support/models/moneyMove.ts";
import { confirmationModel, refundModel } from "../support/models/paymentAction.ts";
import { statusChangeModel } from "../support/models/statusChange.ts";
import { playWithFakes } from "../support/play.ts";

/** What the covering paths of a model must do. */
const prove = <Name extends string, Start extends string, Unreal extends Name>(
  what: string,
  model: NamedModel<Name, Start, Unreal>,
) => {
  const paths = coveringPaths(model);

  test(`the covering paths of ${what}, which the browser takes too, hold with fakes`, async () => {
    for (const path of paths)
      expect(await playWithFakes(model, path)).toEqual([path.state, ...path.steps.map(({ to }) => to)]);
  });

  test(`the covering paths of ${what} take all but what is unreal`, () => {
    const taken = new Set(paths.flatMap((path) => [...path.taken]));
    const unreal = Object.keys(model.unreal).map((name) => Reflect.get(model.events, name).type);
    const transitions = statesOf(model.machine.root)
      .flatMap(transitionsOf)
      .filter(({ eventType }) => !unreal.includes(eventType));
    const names = [...Object.keys(model.starts), ...realNames(model), ...transitions.map(edgeId)];
    expect(names.filter((name) => !taken.has(name))).toEqual([]);
  });
};

prove("a change of status", statusChangeModel);
prove("taking a payment", acceptPaymentModel);
prove("a movement of money", moneyMoveModel);
prove("a refund", refundModel);
prove("a confirmation", confirmationModel);
