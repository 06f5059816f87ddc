import { Redirect } from "wouter";
import { useServices } from "../../context.ts";

/** /Account leads to one's own profile. */
export const OwnAccount = () => <Redirect to={`/Account/${useServices().user.id}`} replace />;
