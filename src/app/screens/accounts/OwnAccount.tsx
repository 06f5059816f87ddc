import { Redirect } from "wouter";
import { useServices } from "../../services/context.ts";

/** Redirect from /Account to the profile of the signed-in user. */
export const OwnAccount = () => <Redirect to={`/Account/${useServices().user.id}`} replace />;
