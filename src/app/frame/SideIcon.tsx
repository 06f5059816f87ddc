import {
  Boxes,
  CalendarDays,
  ChartColumn,
  ChefHat,
  ClipboardList,
  FileSpreadsheet,
  Info,
  Kanban,
  ListOrdered,
  MessageCircleQuestion,
  Phone,
  Printer,
  Settings,
  ShoppingBag,
  SquarePen,
  Sun,
  Truck,
  Users,
  Wallet,
} from "lucide-react";
import { memo } from "react";
import type { SideIconName } from "./sidebarLinks.ts";

const icons: Record<SideIconName, typeof Info> = {
  day: Sun,
  new: SquarePen,
  open: ListOrdered,
  board: Kanban,
  summary: ClipboardList,
  medium: FileSpreadsheet,
  sales: ShoppingBag,
  calendar: CalendarDays,
  customers: Users,
  calls: Phone,
  kitchen: ChefHat,
  delivery: Truck,
  myDelivery: Truck,
  cashShift: Wallet,
  stock: Boxes,
  operations: Settings,
  report: ChartColumn,
  print: Printer,
  feedback: MessageCircleQuestion,
  info: Info,
};

/** Icon of a link in the sidebar. */
export const SideIcon = memo(({ name }: { name: SideIconName }) => {
  const Icon = icons[name];
  return <Icon size={16} aria-hidden className="shrink-0" />;
});
