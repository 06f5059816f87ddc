import type { ColumnType, Generated } from "kysely";

type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** JSON goes in as text and comes out parsed. */
type Json = ColumnType<unknown, string | undefined, string>;

interface SettingTable {
  name: string;
  value: string;
}

interface CompanyGroupTable {
  id: Generated<number>;
  name: string;
  version: Generated<number>;
  is_removed: Generated<boolean>;
}

interface FileTable {
  id: string;
  company_id: number | null;
  mime: string;
  bytes: Buffer;
  created_at: Moment;
  user_id: number | null;
}

interface CompanyTable {
  id: Generated<number>;
  name: string;
  logo_file_id: string | null;
  phone: string | null;
  address: string | null;
  web_site: string | null;
  work_time: string | null;
  is_required_feedback: Generated<boolean>;
  is_active: Generated<boolean>;
  time_zone: Generated<string>;
  day_start: Generated<string>;
  company_group_id: number | null;
  version: Generated<number>;
  is_removed: Generated<boolean>;
  main_user_id: number | null;
}

interface AppUserTable {
  id: Generated<number>;
  user_name: string;
  alias: string;
  password_hash: string | null;
  roles: Generated<string>;
  is_active: Generated<boolean>;
  last_connect: NullableMoment;
}

interface RoleTable {
  id: Generated<number>;
  company_id: number | null;
  name: string;
  is_public: Generated<boolean>;
  permissions: Json;
  version: Generated<number>;
}

interface CompanyUserTable {
  company_id: number;
  user_id: number;
  role_id: number;
}

interface SessionTable {
  id: string;
  user_id: number;
  created_at: Moment;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  revoked_at: NullableMoment;
  user_agent: Generated<string>;
  address: Generated<string>;
  last_used_at: Moment;
}

interface RefreshTokenTable {
  hash: string;
  session_id: string;
  created_at: Moment;
  rotated_at: NullableMoment;
}

interface LoginAttemptTable {
  id: Generated<number>;
  user_name: string;
  at: Moment;
  is_failed: Generated<boolean>;
  address: Generated<string>;
}

interface PasswordLinkTable {
  hash: string;
  user_id: number;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  used_at: NullableMoment;
}

interface IdempotencyKeyTable {
  user_id: number;
  key: string;
  company_id: number | null;
  operation: string;
  request_hash: string;
  answer: string | null;
  is_done: Generated<boolean>;
  touched_at: Moment;
}

interface NotificationTable {
  id: Generated<number>;
  user_id: number;
  title: string;
  message: string;
  code: string;
  data: Json;
  date: Moment;
  is_read: Generated<boolean>;
  company_id: ColumnType<number | null, never, never>;
}

interface OrderViewerTable {
  order_id: number;
  user_id: number;
  seen_at: Moment;
}

interface LateNoticeTable {
  order_id: number;
  due: ColumnType<Date, Date | string, Date | string>;
}

interface UserSettingTable {
  user_id: number;
  app_name: string;
  module: string;
  name: string;
  value: number;
  updated_at: Moment;
}

interface MetricTable {
  id: Generated<number>;
  user_id: number | null;
  url: string;
  application: string;
  application_version: string | null;
  application_name: string | null;
  date: Moment;
  screen: Generated<string>;
}

interface ErrorLogTable {
  id: Generated<number>;
  user_id: number | null;
  data: Json;
  trace_id: string;
  date: Moment;
  group_id: number | null;
}

interface ErrorGroupTable {
  id: Generated<number>;
  source: string;
  hash: string;
  message: string;
  count: Generated<number>;
  first_date: Moment;
  last_date: Moment;
}

interface CategoryTable {
  id: Generated<number>;
  company_id: number | null;
  company_group_id: number | null;
  name: string;
  parent_id: number | null;
  image_file_id: string | null;
  custom_field: Json;
  is_active: Generated<boolean>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface ItemTable {
  id: Generated<number>;
  company_id: number | null;
  company_group_id: number | null;
  name: string;
  price: number;
  default_category_id: number | null;
  vendor_code: string | null;
  internal_info: string | null;
  image_file_id: string | null;
  custom_field: Json;
  is_active: Generated<boolean>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface ItemCategoryTable {
  item_id: number;
  category_id: number;
}

interface StockItemTable {
  id: Generated<number>;
  company_id: number | null;
  company_group_id: number | null;
  title: string;
  unit: string;
  estimate_cost: Generated<number>;
  group_name: string | null;
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface StockItemPartTable {
  stock_item_id: number;
  part_id: number;
  count: number;
}

interface HiddenStockItemTable {
  company_id: number;
  stock_item_id: number;
}

interface ItemCompositionTable {
  item_id: number;
  stock_item_id: number;
  count: number;
}

interface ItemModificatorTable {
  id: Generated<number>;
  item_id: number;
  category_modificator_id: number;
  modificator_id: Generated<number>;
  portion: Generated<number>;
  price: Generated<number>;
}

interface OrderStatusTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  color: string | null;
  sort: Generated<number>;
  is_editable: Generated<boolean>;
  is_closed: Generated<boolean>;
  is_cancel: Generated<boolean>;
  is_add_stock_operation: Generated<boolean>;
  is_require_reason: Generated<boolean>;
  is_technical: Generated<boolean>;
  is_removed: Generated<boolean>;
  custom_field: Json;
  version: Generated<number>;
}

interface TagTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  color: string | null;
  sort: Generated<number>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface DiscountTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  type: string;
  value: number;
  sort: Generated<number>;
  is_removed: Generated<boolean>;
  detail: ColumnType<unknown, string | null | undefined, string | null>;
  version: Generated<number>;
}

interface FinanceSourceTable {
  id: Generated<number>;
  company_id: number;
  name: string;
}

interface ExternalPaymentMethodTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  provider: string;
  settings: Json;
}

interface PaymentMethodTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  finance_source_id: number | null;
  external_payment_method_id: number | null;
  sort: Generated<number>;
  is_cash: Generated<boolean>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface CustomerTable {
  id: Generated<number>;
  company_id: number;
  phone: string;
  alias: string | null;
}

interface OperatorPhoneTable {
  id: Generated<number>;
  company_id: number;
  number: string;
  name: string | null;
  color: string | null;
  token_hash: string | null;
  token_hint: Generated<string>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface CustomFieldTable {
  id: Generated<number>;
  company_id: number | null;
  company_group_id: number | null;
  type: string;
  name: string;
  title: string;
  kind: string;
  options: Json;
  version: Generated<number>;
}

interface OperatorPhoneCallTable {
  id: Generated<number>;
  company_id: number;
  operator_phone_id: number;
  number: string;
  start_ring: ColumnType<Date, Date | string, Date | string>;
  call: NullableMoment;
  end_call: NullableMoment;
  end_ring: NullableMoment;
  tracker_call_id: string | null;
  reported_at: NullableMoment;
}

interface SupplierTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  description: string | null;
  is_active: Generated<boolean>;
  creation_date: Moment;
  version: Generated<number>;
  is_removed: Generated<boolean>;
}

interface OrderDayTable {
  company_id: number;
  day: string;
  last_internal_id: number;
}

interface OrdersTable {
  id: Generated<number>;
  company_id: number;
  day: string;
  internal_id: number;
  version: Generated<number>;
  date: ColumnType<Date, Date | string, Date | string>;
  creation_date: ColumnType<Date, Date | string, Date | string>;
  status_id: number;
  is_open: boolean;
  customer_id: number | null;
  phone: string;
  note: string | null;
  external_note: string | null;
  external_system: ColumnType<unknown, string | null | undefined, string | null>;
  delivery_address: string | null;
  delivery_address_building: string | null;
  delivery_address_apartment_number: string | null;
  delivery_address_level: string | null;
  delivery_address_entrance: string | null;
  delivery_phone: string | null;
  delivery_change: number | null;
  persons: number | null;
  tags: Generated<number[]>;
  discount_id: number | null;
  discount_name: string | null;
  discount_amount: Generated<number>;
  amount: number;
  cost: Generated<number>;
  operator_id: number | null;
  operator_phone_call_id: number | null;
  status_reason: string | null;
  status_employee_id: number | null;
}

interface OrderLineTable {
  id: Generated<number>;
  company_id: number;
  order_id: number;
  date: ColumnType<Date, Date | string, Date | string>;
  position: number;
  item_id: number;
  category_id: number;
  category_name: string;
  name: string;
  price: number;
  count: number;
  amount: number;
  discount_value: Generated<number>;
  discount_description: Generated<string>;
  cost: Generated<number>;
  note: string | null;
  modificators: Json;
  modificators_amount: ColumnType<number, never, never>;
}

interface OrderHistoryTable {
  id: Generated<number>;
  order_id: number;
  type_element: string;
  type: string;
  date: Moment;
  employee_id: number | null;
  new_name: string;
}

interface PaymentTable {
  id: Generated<number>;
  company_id: number;
  order_id: number;
  payment_method_id: number;
  amount: number;
  creation_date: ColumnType<Date, Date | string, Date | string>;
  completed_date: NullableMoment;
  refunded_date: NullableMoment;
  status: string;
  operator_id: number | null;
  request_key: string | null;
  provider: string | null;
  external_key: string | null;
  external_id: string | null;
  external_status: string | null;
  external_url: string | null;
  refund_attempt: Generated<number>;
  external_payment_method_id: number | null;
}

interface SandboxInvoiceTable {
  token: string;
  external_key: string;
  amount: number;
  title: string;
  return_url: string | null;
  status: Generated<string>;
  refunded: Generated<number>;
  created_at: Moment;
}

interface StockOperationTable {
  id: Generated<number>;
  company_id: number;
  stock_item_id: number;
  operation_type: string;
  count: number;
  amount: Generated<number>;
  date: Moment;
  is_processed: Generated<boolean>;
  is_reserved: Generated<boolean>;
  is_locked: Generated<boolean>;
  is_ignore_sub_procedure: Generated<boolean>;
  order_id: number | null;
  comment: string | null;
  operator_id: number | null;
}

interface PrintJobTable {
  id: Generated<number>;
  company_id: number;
  order_id: number;
  kind: string;
  status: Generated<string>;
  created_at: Moment;
  taken_at: NullableMoment;
  finished_at: NullableMoment;
  operator_id: number | null;
  is_failure_told: Generated<boolean>;
}

interface PrinterTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  kinds: string[];
  paper: string;
  category_ids: Generated<number[]>;
  spare_id: number | null;
  version: Generated<number>;
  is_removed: Generated<boolean>;
}

interface PrintInfoTable {
  company_id: number;
  header: string | null;
  footer: string | null;
  feedback_url: string | null;
  version: Generated<number>;
}

/** The tables as Kysely types them; kept in step with the migrations by hand. */
export interface Database {
  setting: SettingTable;
  company_group: CompanyGroupTable;
  file: FileTable;
  company: CompanyTable;
  app_user: AppUserTable;
  role: RoleTable;
  company_user: CompanyUserTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  login_attempt: LoginAttemptTable;
  password_link: PasswordLinkTable;
  idempotency_key: IdempotencyKeyTable;
  notification: NotificationTable;
  user_setting: UserSettingTable;
  metric: MetricTable;
  error_log: ErrorLogTable;
  error_group: ErrorGroupTable;
  category: CategoryTable;
  item: ItemTable;
  item_category: ItemCategoryTable;
  stock_item: StockItemTable;
  stock_item_part: StockItemPartTable;
  hidden_stock_item: HiddenStockItemTable;
  item_composition: ItemCompositionTable;
  item_modificator: ItemModificatorTable;
  order_status: OrderStatusTable;
  tag: TagTable;
  discount: DiscountTable;
  finance_source: FinanceSourceTable;
  external_payment_method: ExternalPaymentMethodTable;
  payment_method: PaymentMethodTable;
  customer: CustomerTable;
  operator_phone: OperatorPhoneTable;
  operator_phone_call: OperatorPhoneCallTable;
  supplier: SupplierTable;
  custom_field: CustomFieldTable;
  order_day: OrderDayTable;
  orders: OrdersTable;
  order_line: OrderLineTable;
  order_history: OrderHistoryTable;
  payment: PaymentTable;
  sandbox_invoice: SandboxInvoiceTable;
  stock_operation: StockOperationTable;
  print_job: PrintJobTable;
  printer: PrinterTable;
  print_info: PrintInfoTable;
  order_viewer: OrderViewerTable;
  late_notice: LateNoticeTable;
}
