import type { ComponentProps } from "react";
import { Link as RouterLink } from "wouter";
import { useServices } from "../services/context.ts";

/** Link to a screen of the application. Hover and focus prefetch the screen. */
export const Link = ({ href, ...rest }: Omit<ComponentProps<"a">, "href"> & { href: string }) => {
  const { prefetch } = useServices();
  return <RouterLink {...rest} href={href} onPointerEnter={() => prefetch(href)} onFocus={() => prefetch(href)} />;
};
