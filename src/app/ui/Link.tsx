import type { ComponentProps } from "react";
import { Link as RouterLink } from "wouter";
import { useServices } from "../context.ts";

/** A link within the application; the screen behind it is fetched while the pointer or the focus is on it. */
export const Link = ({ href, ...rest }: Omit<ComponentProps<"a">, "href"> & { href: string }) => {
  const { prefetch } = useServices();
  return <RouterLink {...rest} href={href} onPointerEnter={() => prefetch(href)} onFocus={() => prefetch(href)} />;
};
