import {
  Boxes,
  CalendarDays,
  ChartColumn,
  ChefHat,
  CircleUser,
  ClipboardList,
  FileSpreadsheet,
  Info,
  Kanban,
  ListOrdered,
  type LucideIcon,
  MessageCircleQuestion,
  Phone,
  Printer,
  Settings,
  ShieldCheck,
  ShoppingBag,
  SquarePen,
  Sun,
  Truck,
  Users,
  Wallet,
} from "lucide-react";
import type { SideIconName } from "./sidebarLinks.ts";

/**
 * Icons of the sidebar and of the top bar. The build writes the icons into the page. A script that imports this module
 * would load the icons a second time.
 */
export const frameIcons: Readonly<Record<SideIconName | "admin" | "profile", LucideIcon>> = {
  admin: ShieldCheck,
  profile: CircleUser,
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
