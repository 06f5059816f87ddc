import { Redirect } from "wouter";
import { useServices } from "../../services/context.ts";

/** Redirect from /Account to the user's own profile. */
export const OwnAccount = () => <Redirect to={`/Account/${useServices().user.id}`} replace />;
