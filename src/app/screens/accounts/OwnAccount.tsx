import { Redirect } from "wouter";
import { useServices } from "../../services/context.ts";

/** Redirects /Account to the profile of the user. */
export const OwnAccount = () => <Redirect to={`/Account/${useServices().user.id}`} replace />;
