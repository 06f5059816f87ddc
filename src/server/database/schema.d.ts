// Generated from the migrated database by "npm run generate".
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

interface AppUserTable {
  id: Generated<number>;
  user_name: string;
  alias: string;
  password_hash: string | null;
  roles: Generated<string>;
  is_active: Generated<boolean>;
  last_connect: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  can_create_company: Generated<boolean>;
  created_by_company_id: number | null;
}

interface CashShiftTable {
  id: Generated<number>;
  company_id: number;
  source_id: number;
  number: number;
  opening: number;
  opened_at: ColumnType<Date, Date | string | undefined, Date | string>;
  opened_by: number | null;
  expected: number | null;
  counted: number | null;
  difference: GeneratedAlways<number | null>;
  reason: string | null;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed_by: number | null;
  report: ColumnType<unknown, string | null | undefined, string | null>;
  version: Generated<number>;
}

interface CategoryTable {
  id: Generated<number>;
  company_id: number | null;
  company_group_id: number | null;
  name: string;
  parent_id: number | null;
  image_file_id: string | null;
  custom_field: ColumnType<unknown, string | undefined, string>;
  is_active: Generated<boolean>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
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
  lead_minutes: Generated<number>;
  modules_off: Generated<string[]>;
}

interface CompanyGroupTable {
  id: Generated<number>;
  name: string;
  version: Generated<number>;
  is_removed: Generated<boolean>;
}

interface CompanyInvitationTable {
  id: number;
  company_id: number;
  user_name: string;
  alias: string;
  role_id: number;
  secret_hash: string;
  expires_at: ColumnType<Date, Date | string, Date | string>;
}

interface CompanyUserTable {
  company_id: number;
  user_id: number;
  role_id: number;
}

interface ConfigChangeTable {
  id: GeneratedAlways<number>;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
  company_id: number | null;
  company_group_id: number | null;
  user_id: number;
  kind: string;
  entity_id: number;
  name: string | null;
  action: "create" | "update" | "remove";
  before: ColumnType<unknown, string | null | undefined, string | null>;
  after: ColumnType<unknown, string | null | undefined, string | null>;
  transaction_id: number;
}

interface CourierDutyTable {
  company_id: number;
  user_id: number;
  since: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface CourierPositionTable {
  company_id: number;
  user_id: number;
  lat: number;
  lon: number;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface CustomFieldTable {
  id: Generated<number>;
  company_id: number | null;
  company_group_id: number | null;
  type: "category" | "item" | "orderStatus";
  name: string;
  title: string;
  kind: "text" | "number" | "bool" | "list";
  options: ColumnType<unknown, string | undefined, string>;
  version: Generated<number>;
}

interface CustomerTable {
  id: Generated<number>;
  company_id: number;
  phone: string;
  alias: string | null;
  note: string | null;
  risk: Generated<"none" | "attention" | "blocked">;
  risk_reason: string | null;
  version: Generated<number>;
  birthday: string | null;
  risk_until: string | null;
  risk_by: number | null;
  merged_into_id: number | null;
  anonymized_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  own_count: Generated<number>;
  own_total: Generated<number>;
  own_first: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  own_last: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  order_count: Generated<number>;
  total_pay: Generated<number>;
  first_order_date: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_order_date: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

interface CustomerAddressTable {
  id: Generated<number>;
  company_id: number;
  customer_id: number;
  delivery_address: string;
  delivery_address_building: string | null;
  delivery_address_apartment_number: string | null;
  delivery_address_level: string | null;
  delivery_address_entrance: string | null;
  is_default: Generated<boolean>;
}

interface CustomerMergeTable {
  id: Generated<number>;
  company_id: number;
  from_id: number;
  into_id: number;
  moved_ids: Generated<number[]>;
  before: ColumnType<unknown, string, string>;
  after: ColumnType<unknown, string, string>;
  merged_at: ColumnType<Date, Date | string | undefined, Date | string>;
  merged_by: number | null;
  undone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  undone_by: number | null;
}

interface CustomerSearchTable {
  customer_id: number;
  company_id: number;
  words: string;
  duplicate_key: string | null;
}

interface DeliverySettingsTable {
  company_id: number;
  start_status_id: number | null;
  delivered_status_id: number | null;
  version: Generated<number>;
}

interface DeliveryStopTable {
  id: Generated<number>;
  company_id: number;
  trip_id: number;
  order_id: number;
  position: number;
  state: Generated<"assigned" | "onTheWay" | "delivered" | "failed" | "moved">;
  at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  received_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  reason: string | null;
}

interface DeliveryTripTable {
  id: Generated<number>;
  company_id: number;
  courier_id: number;
  former_courier_id: number | null;
  number: number;
  day: string;
  state: Generated<"planned" | "out" | "returning" | "closed">;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

interface DeliveryZoneTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  priority: Generated<number>;
  polygon: ColumnType<unknown, string | undefined, string>;
  streets: Generated<string[]>;
  min_amount: Generated<number>;
  price: Generated<number>;
  free_from: number | null;
  minutes: number | null;
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface DiscountTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  type: "%" | "fixed";
  value: number;
  sort: Generated<number>;
  is_removed: Generated<boolean>;
  detail: ColumnType<unknown, string | null | undefined, string | null>;
  version: Generated<number>;
  weekdays: number[] | null;
  start_time: string | null;
  end_time: string | null;
  start_date: string | null;
  end_date: string | null;
  min_amount: number | null;
  promo_code: string | null;
  max_uses: number | null;
  is_once_per_customer: Generated<boolean>;
}

interface EarlierReservationTable {
  id: Generated<number>;
  company_id: number;
  stock_item_id: number;
  order_id: number;
  taken_at: ColumnType<Date, Date | string, Date | string>;
  until: ColumnType<Date, Date | string, Date | string>;
  count: number;
}

interface ErrorGroupTable {
  id: Generated<number>;
  source: "client" | "server";
  hash: string;
  message: string;
  count: Generated<number>;
  first_date: ColumnType<Date, Date | string | undefined, Date | string>;
  last_date: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface ErrorLogTable {
  id: GeneratedAlways<number>;
  user_id: number | null;
  data: ColumnType<unknown, string, string>;
  trace_id: string;
  date: ColumnType<Date, Date | string | undefined, Date | string>;
  group_id: number | null;
}

interface EventTable {
  id: GeneratedAlways<number>;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
  company_id: number | null;
  user_id: number | null;
  topic: string;
  entity_id: number;
  version: number | null;
  not_before: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

interface ExternalPaymentMethodTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  provider: "sandbox" | "yookassa";
  settings: ColumnType<unknown, string | undefined, string>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
  notification_token: Generated<string>;
}

interface FeedbackAttemptTable {
  id: GeneratedAlways<number>;
  address: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface FeedbackLinkTable {
  order_id: number;
  company_id: number;
  token: string;
  expires_at: ColumnType<Date, Date | string, Date | string>;
}

interface FeedbackMessageTable {
  id: Generated<number>;
  thread_id: number;
  user_id: number;
  is_answer: boolean;
  text: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface FeedbackThreadTable {
  id: Generated<number>;
  user_id: number;
  company_id: number | null;
  subject: string;
  state: Generated<"new" | "answered" | "closed">;
  page: string | null;
  trace: string | null;
  is_faq: Generated<boolean>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  version: Generated<number>;
}

interface FileTable {
  id: string;
  company_id: number | null;
  mime: string;
  bytes: Buffer;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  user_id: number | null;
}

interface FinanceCategoryTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  direction: "income" | "expense";
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface FinanceSettingsTable {
  company_id: number;
  require_shift: Generated<boolean>;
  closed_until: string | null;
  version: Generated<number>;
}

interface FinanceSourceTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  kind: Generated<"cash" | "bank" | "acquiring" | "courier">;
  opening: Generated<number>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface FinanceTransactionTable {
  id: Generated<number>;
  company_id: number;
  date: ColumnType<Date, Date | string | undefined, Date | string>;
  kind: "income" | "expense" | "transfer" | "correction";
  source_id: number;
  to_source_id: number | null;
  amount: number;
  category_id: number | null;
  comment: string | null;
  payment_id: number | null;
  shift_id: number | null;
  to_shift_id: number | null;
  reversal_of: number | null;
  user_id: number | null;
  creation_date: ColumnType<Date, Date | string | undefined, Date | string>;
  refund_id: number | null;
  packing_list_id: number | null;
}

interface GuestReviewTable {
  id: Generated<number>;
  company_id: number;
  order_id: number;
  food: number;
  delivery: number;
  service: number;
  text: string;
  is_call_back: boolean;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  case_state: "open" | "closed" | null;
  case_text: string | null;
  case_user_id: number | null;
  case_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
}

interface HiddenStockItemTable {
  company_id: number;
  stock_item_id: number;
}

interface IdempotencyKeyTable {
  user_id: number;
  key: string;
  company_id: number | null;
  operation: string;
  request_hash: string;
  answer: string | null;
  is_done: Generated<boolean>;
  touched_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface InventoryTable {
  id: Generated<number>;
  company_id: number;
  group_id: number;
  is_blind: boolean;
  state: Generated<"counting" | "reviewing" | "approved" | "cancelled">;
  started_at: ColumnType<Date, Date | string, Date | string>;
  started_by: number | null;
  reviewed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed_by: number | null;
  comment: string | null;
  cancel_reason: string | null;
  rest_zero_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  uncounted_parts: ColumnType<unknown, string | undefined, string>;
  version: Generated<number>;
}

interface InventoryEntryTable {
  inventory_id: number;
  stock_item_id: number;
  place: string;
  count: number | null;
  counted_at: ColumnType<Date, Date | string, Date | string>;
  user_id: number | null;
  company_id: number;
}

interface InventoryGroupTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  every_days: number | null;
  is_blind: Generated<boolean>;
  creation_date: ColumnType<Date, Date | string | undefined, Date | string>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface InventoryGroupItemTable {
  group_id: number;
  stock_item_id: number;
}

interface InventoryLineTable {
  id: Generated<number>;
  inventory_id: number;
  company_id: number;
  stock_item_id: number;
  counted: number | null;
  first_counted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  counted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  expected: number | null;
  difference: number | null;
  amount: number | null;
  reason: string | null;
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
  custom_field: ColumnType<unknown, string | undefined, string>;
  is_active: Generated<boolean>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
  prep_minutes: number | null;
}

interface ItemCategoryTable {
  item_id: number;
  category_id: number;
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
  is_required: Generated<boolean>;
}

interface ItemPriceTable {
  company_id: number;
  item_id: number;
  price: number | null;
  version: Generated<number>;
}

interface ItemStopTable {
  company_id: number;
  item_id: number;
  until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  remaining: number | null;
  reason: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  user_id: number | null;
}

interface KitchenLineTable {
  order_line_id: number;
  order_id: number;
  company_id: number;
  category_id: number;
  known: ColumnType<unknown, string | null | undefined, string | null>;
  state: Generated<"new" | "cooking" | "ready">;
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  ready_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  cook_id: number | null;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

interface KitchenSettingsTable {
  company_id: number;
  send_by: Generated<"button" | "status" | "time">;
  send_status_id: number | null;
  start_status_id: number | null;
  ready_status_id: number | null;
  version: Generated<number>;
}

interface KitchenStationTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  categories_id: Generated<number[]>;
  prep_minutes: number | null;
  is_expo: Generated<boolean>;
  is_removed: Generated<boolean>;
  version: Generated<number>;
}

interface LateNoticeTable {
  order_id: number;
  due: ColumnType<Date, Date | string, Date | string>;
  company_id: number;
}

interface LoginAttemptTable {
  id: GeneratedAlways<number>;
  user_name: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
  is_failed: Generated<boolean>;
  address: Generated<string>;
}

interface MetricTable {
  id: GeneratedAlways<number>;
  user_id: number | null;
  url: string;
  application: string;
  application_version: string | null;
  application_name: string | null;
  date: ColumnType<Date, Date | string | undefined, Date | string>;
  screen: Generated<string>;
}

interface ModuleConfigurationTable {
  company_id: number;
  module: string;
  settings: ColumnType<unknown, string | undefined, string>;
  version: Generated<number>;
}

interface NotificationTable {
  id: Generated<number>;
  user_id: number;
  title: string;
  message: string;
  code: string;
  data: ColumnType<unknown, string | undefined, string>;
  date: ColumnType<Date, Date | string | undefined, Date | string>;
  is_read: Generated<boolean>;
  company_id: GeneratedAlways<number | null>;
}

interface OperatorPhoneTable {
  id: Generated<number>;
  company_id: number;
  number: string;
  name: string | null;
  color: string | null;
  version: Generated<number>;
  is_removed: Generated<boolean>;
  token_hash: string | null;
  token_hint: Generated<string>;
  link_code_hash: string | null;
  link_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  tracker_token_hash: string | null;
}

interface OperatorPhoneCallTable {
  id: Generated<number>;
  company_id: number;
  operator_phone_id: number;
  number: string;
  start_ring: ColumnType<Date, Date | string, Date | string>;
  call: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  end_call: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  end_ring: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  tracker_call_id: string | null;
  reported_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  taken_by: number | null;
  taken_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

interface OrderDayTable {
  company_id: number;
  day: string;
  last_internal_id: number;
}

interface OrderHistoryTable {
  id: Generated<number>;
  order_id: number;
  type_element: string;
  type: string;
  date: ColumnType<Date, Date | string | undefined, Date | string>;
  employee_id: number | null;
  new_name: string;
  company_id: number;
}

interface OrderLineTable {
  id: Generated<number>;
  order_id: number;
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
  modificators: ColumnType<unknown, string | undefined, string>;
  company_id: number;
  date: ColumnType<Date, Date | string, Date | string>;
  modificators_amount: GeneratedAlways<number>;
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
  custom_field: ColumnType<unknown, string | undefined, string>;
  version: Generated<number>;
}

interface OrderViewerTable {
  order_id: number;
  user_id: number;
  seen_at: ColumnType<Date, Date | string | undefined, Date | string>;
  company_id: number;
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
  kitchen_sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  delivery_zone_id: number | null;
  delivery_price: Generated<number>;
  lat: number | null;
  lon: number | null;
  promised_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  is_in_hall: Generated<boolean>;
}

interface OverrideAttemptTable {
  id: GeneratedAlways<number>;
  manager_id: number;
  session_id: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface OverrideGrantTable {
  id: Generated<number>;
  company_id: number;
  user_id: number;
  granted_by: number;
  operation: string;
  needed: ColumnType<unknown, string, string>;
  order_id: number | null;
  summary: string;
  method: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface OverridePinTable {
  user_id: number;
  pin_hash: string;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface OverrideRequestTable {
  id: Generated<number>;
  company_id: number;
  user_id: number;
  session_id: string;
  operation: string;
  digest: string;
  needed: ColumnType<unknown, string, string>;
  order_id: number | null;
  summary: string;
  method: "pin" | "device";
  state: Generated<"pending" | "allowed" | "refused" | "withdrawn">;
  token_hash: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  answered_by: number | null;
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  used_key: string | null;
}

interface PackingListTable {
  id: Generated<number>;
  company_id: number;
  supplier_id: number;
  kind: "delivery" | "return";
  item_number: string | null;
  date: ColumnType<Date, Date | string, Date | string>;
  creation_date: ColumnType<Date, Date | string | undefined, Date | string>;
  comment: string | null;
  is_vat_included: Generated<boolean>;
  state: Generated<"draft" | "approved" | "reversed">;
  amount: Generated<number>;
  vat_amount: Generated<number>;
  is_duplicate: Generated<boolean>;
  created_by: number | null;
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  approved_by: number | null;
  reversed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  reversed_by: number | null;
  version: Generated<number>;
}

interface PackingListLineTable {
  id: Generated<number>;
  packing_list_id: number;
  position: number;
  stock_item_id: number;
  count: number;
  price: number;
  vat: number;
  vat_amount: number;
  amount: number;
  pack_name: string | null;
  pack_factor: number | null;
  pack_count: number | null;
  pack_price: number | null;
  company_id: number;
}

interface PasswordLinkTable {
  hash: string;
  user_id: number;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

interface PaymentTable {
  id: Generated<number>;
  company_id: number;
  order_id: number;
  payment_method_id: number;
  amount: number;
  creation_date: ColumnType<Date, Date | string, Date | string>;
  completed_date: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  status: "pending" | "completed" | "rejected";
  operator_id: number | null;
  request_key: string | null;
  provider: string | null;
  external_key: string | null;
  external_id: string | null;
  external_status: string | null;
  external_url: string | null;
  refunded_date: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  external_payment_method_id: number | null;
  issuing_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  refunded_by: number | null;
  refund_reason: string | null;
  refunded_amount: Generated<number>;
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

interface PaymentRefundTable {
  id: Generated<number>;
  company_id: number;
  order_id: number;
  payment_id: number;
  payment_method_id: number;
  amount: number;
  lines: ColumnType<unknown, string | undefined, string>;
  reason: string | null;
  user_id: number | null;
  request_key: string | null;
  state: "pending" | "completed" | "failed";
  external_key: Generated<string>;
  sending_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  creation_date: ColumnType<Date, Date | string | undefined, Date | string>;
  completed_date: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

interface PrintDutyTable {
  id: string;
  company_id: number;
  printer_id: number;
  user_id: number;
  kinds: string[];
  started_at: ColumnType<Date, Date | string | undefined, Date | string>;
  lease_until: ColumnType<Date, Date | string, Date | string>;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  relieved_by: number | null;
}

interface PrintInfoTable {
  company_id: number;
  header: string | null;
  footer: string | null;
  feedback_url: string | null;
  version: Generated<number>;
}

interface PrintJobTable {
  id: Generated<number>;
  company_id: number;
  order_id: number;
  kind: string;
  status: Generated<"waiting" | "manual" | "taken" | "printing" | "printed" | "failed" | "unconfirmed" | "cancelled">;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  taken_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  operator_id: number | null;
  is_failure_told: Generated<boolean>;
  printer_id: number | null;
  attempt: Generated<number>;
  queued_at: ColumnType<Date, Date | string | undefined, Date | string>;
  reason: string | null;
  ticket: ColumnType<unknown, string | null | undefined, string | null>;
  generation: Generated<number>;
  printed_number: number | null;
  is_copy: Generated<boolean>;
  duty_id: string | null;
  begun_key: string | null;
}

interface PrinterTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  kinds: string[];
  paper: "58" | "80" | "A4";
  category_ids: Generated<number[]>;
  spare_id: number | null;
  version: Generated<number>;
  is_removed: Generated<boolean>;
}

interface RecoveryCodeTable {
  user_id: number;
  hash: string;
}

interface RefreshTokenTable {
  hash: string;
  session_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  rotated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

interface RoleTable {
  id: Generated<number>;
  company_id: number | null;
  name: string;
  is_public: Generated<boolean>;
  permissions: ColumnType<unknown, string | undefined, string>;
  version: Generated<number>;
}

interface SandboxInvoiceTable {
  token: string;
  external_key: string;
  amount: number;
  title: string;
  return_url: string | null;
  status: Generated<"pending" | "succeeded" | "canceled">;
  refunded: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface SandboxRefundTable {
  external_key: string;
  token: string;
  amount: number;
}

interface SessionTable {
  id: string;
  user_id: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  user_agent: Generated<string>;
  address: Generated<string>;
  last_used_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface SettingTable {
  name: string;
  value: string;
}

interface ShopTable {
  company_id: number;
  slug: string;
  is_paused: Generated<boolean>;
  opens_at: Generated<string>;
  closes_at: Generated<string>;
  status_id: number | null;
  payment_methods: Generated<number[]>;
  version: Generated<number>;
  categories_version: Generated<number>;
}

interface ShopAttemptTable {
  id: GeneratedAlways<number>;
  company_id: number;
  kind: "order" | "status";
  address: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface ShopCategoryTable {
  company_id: number;
  category_id: number;
  sort: number;
  title: string | null;
}

interface ShopOrderTable {
  company_id: number;
  key: string;
  request_hash: string;
  token: string;
  order_id: number;
  phone: string;
  status_id: number;
  is_review: Generated<boolean>;
}

interface StatusUndoTable {
  order_id: number;
  company_id: number;
  user_id: number;
  status_id: number;
  reason: string | null;
  version: number;
  is_sent: boolean;
  until: ColumnType<Date, Date | string, Date | string>;
}

interface StockActTable {
  id: Generated<number>;
  company_id: number;
  kind: "writeOff" | "production";
  date: ColumnType<Date, Date | string, Date | string>;
  creation_date: ColumnType<Date, Date | string | undefined, Date | string>;
  reason: "spoilage" | "staffMeals" | "tasting" | "defect" | "other" | null;
  comment: string | null;
  state: Generated<"draft" | "approved" | "reversed">;
  amount: number | null;
  created_by: number | null;
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  approved_by: number | null;
  reversed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  reversed_by: number | null;
  version: Generated<number>;
}

interface StockActLineTable {
  id: Generated<number>;
  stock_act_id: number;
  position: number;
  stock_item_id: number;
  count: number;
  company_id: number;
}

interface StockBalanceTable {
  company_id: number;
  stock_item_id: number;
  on_hand: number;
}

interface StockCostTable {
  company_id: number;
  stock_item_id: number;
  average_cost: number;
  last_price: number | null;
  opening_cost: number | null;
}

interface StockCostHistoryTable {
  operation_id: number;
  company_id: number;
  stock_item_id: number;
  date: ColumnType<Date, Date | string, Date | string>;
  packing_list_id: number | null;
  on_hand: number;
  average_cost: number;
  revaluation: Generated<number>;
  document_order: number;
}

interface StockItemTable {
  id: Generated<number>;
  company_id: number | null;
  company_group_id: number | null;
  title: string;
  unit: string;
  estimate_cost: Generated<number>;
  is_removed: Generated<boolean>;
  group_name: string | null;
  version: Generated<number>;
}

interface StockItemPackTable {
  stock_item_id: number;
  position: number;
  name: string;
  factor: number;
}

interface StockItemPartTable {
  stock_item_id: number;
  part_id: number;
  count: number;
}

interface StockMinimumTable {
  company_id: number;
  stock_item_id: number;
  min_count: number | null;
  order_up_to: number | null;
  version: Generated<number>;
}

interface StockOperationTable {
  id: Generated<number>;
  company_id: number;
  stock_item_id: number;
  operation_type: "+" | "-";
  count: number;
  amount: Generated<number>;
  date: ColumnType<Date, Date | string | undefined, Date | string>;
  is_processed: Generated<boolean>;
  is_reserved: Generated<boolean>;
  is_locked: Generated<boolean>;
  is_ignore_sub_procedure: Generated<boolean>;
  order_id: number | null;
  comment: string | null;
  operator_id: number | null;
  packing_list_id: number | null;
  packing_list_line_id: number | null;
  price: number | null;
  reversal_of: number | null;
  transfer_list_id: number | null;
  transfer_line_id: number | null;
  taken_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  inventory_id: number | null;
  inventory_line_id: number | null;
  stock_act_id: number | null;
  stock_act_line_id: number | null;
}

interface StockSettingsTable {
  company_id: number;
  closed_until: string | null;
  vat_in_cost: Generated<boolean>;
  version: Generated<number>;
}

interface SupplierTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  description: string | null;
  is_active: Generated<boolean>;
  creation_date: ColumnType<Date, Date | string | undefined, Date | string>;
  version: Generated<number>;
  is_removed: Generated<boolean>;
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

interface TransferLineTable {
  id: Generated<number>;
  transfer_list_id: number;
  position: number;
  stock_item_id: number;
  count: number;
  price: number | null;
  accepted_stock_item_id: number | null;
  accepted_count: Generated<number>;
  lost_count: Generated<number>;
  refused_count: Generated<number>;
  reason: string | null;
}

interface TransferListTable {
  id: Generated<number>;
  company_id: number;
  to_company_id: number;
  creation_date: ColumnType<Date, Date | string | undefined, Date | string>;
  comment: string | null;
  loss_on: Generated<"sender" | "recipient">;
  state: Generated<"draft" | "sent" | "accepted" | "refused" | "recalled">;
  created_by: number | null;
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sent_by: number | null;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed_by: number | null;
  closing_reason: string | null;
  version: Generated<number>;
}

interface TwoFactorTable {
  user_id: number;
  secret: string;
  is_enabled: Generated<boolean>;
  last_step: Generated<number>;
}

interface UserDeviceTable {
  user_id: number;
  hash: string;
  last_used_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface UserSettingTable {
  user_id: number;
  app_name: string;
  module: string;
  name: string;
  value: number;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface UserViewTable {
  id: Generated<number>;
  company_id: number;
  user_id: number;
  role_id: number | null;
  name: string;
  screen: "open" | "summary" | "medium";
  query: string;
  version: Generated<number>;
}

/** Tables of the database by name. */
export interface Database {
  app_user: AppUserTable;
  cash_shift: CashShiftTable;
  category: CategoryTable;
  company: CompanyTable;
  company_group: CompanyGroupTable;
  company_invitation: CompanyInvitationTable;
  company_user: CompanyUserTable;
  config_change: ConfigChangeTable;
  courier_duty: CourierDutyTable;
  courier_position: CourierPositionTable;
  custom_field: CustomFieldTable;
  customer: CustomerTable;
  customer_address: CustomerAddressTable;
  customer_merge: CustomerMergeTable;
  customer_search: CustomerSearchTable;
  delivery_settings: DeliverySettingsTable;
  delivery_stop: DeliveryStopTable;
  delivery_trip: DeliveryTripTable;
  delivery_zone: DeliveryZoneTable;
  discount: DiscountTable;
  earlier_reservation: EarlierReservationTable;
  error_group: ErrorGroupTable;
  error_log: ErrorLogTable;
  event: EventTable;
  external_payment_method: ExternalPaymentMethodTable;
  feedback_attempt: FeedbackAttemptTable;
  feedback_link: FeedbackLinkTable;
  feedback_message: FeedbackMessageTable;
  feedback_thread: FeedbackThreadTable;
  file: FileTable;
  finance_category: FinanceCategoryTable;
  finance_settings: FinanceSettingsTable;
  finance_source: FinanceSourceTable;
  finance_transaction: FinanceTransactionTable;
  guest_review: GuestReviewTable;
  hidden_stock_item: HiddenStockItemTable;
  idempotency_key: IdempotencyKeyTable;
  inventory: InventoryTable;
  inventory_entry: InventoryEntryTable;
  inventory_group: InventoryGroupTable;
  inventory_group_item: InventoryGroupItemTable;
  inventory_line: InventoryLineTable;
  item: ItemTable;
  item_category: ItemCategoryTable;
  item_composition: ItemCompositionTable;
  item_modificator: ItemModificatorTable;
  item_price: ItemPriceTable;
  item_stop: ItemStopTable;
  kitchen_line: KitchenLineTable;
  kitchen_settings: KitchenSettingsTable;
  kitchen_station: KitchenStationTable;
  late_notice: LateNoticeTable;
  login_attempt: LoginAttemptTable;
  metric: MetricTable;
  module_configuration: ModuleConfigurationTable;
  notification: NotificationTable;
  operator_phone: OperatorPhoneTable;
  operator_phone_call: OperatorPhoneCallTable;
  order_day: OrderDayTable;
  order_history: OrderHistoryTable;
  order_line: OrderLineTable;
  order_status: OrderStatusTable;
  order_viewer: OrderViewerTable;
  orders: OrdersTable;
  override_attempt: OverrideAttemptTable;
  override_grant: OverrideGrantTable;
  override_pin: OverridePinTable;
  override_request: OverrideRequestTable;
  packing_list: PackingListTable;
  packing_list_line: PackingListLineTable;
  password_link: PasswordLinkTable;
  payment: PaymentTable;
  payment_method: PaymentMethodTable;
  payment_refund: PaymentRefundTable;
  print_duty: PrintDutyTable;
  print_info: PrintInfoTable;
  print_job: PrintJobTable;
  printer: PrinterTable;
  recovery_code: RecoveryCodeTable;
  refresh_token: RefreshTokenTable;
  role: RoleTable;
  sandbox_invoice: SandboxInvoiceTable;
  sandbox_refund: SandboxRefundTable;
  session: SessionTable;
  setting: SettingTable;
  shop: ShopTable;
  shop_attempt: ShopAttemptTable;
  shop_category: ShopCategoryTable;
  shop_order: ShopOrderTable;
  status_undo: StatusUndoTable;
  stock_act: StockActTable;
  stock_act_line: StockActLineTable;
  stock_balance: StockBalanceTable;
  stock_cost: StockCostTable;
  stock_cost_history: StockCostHistoryTable;
  stock_item: StockItemTable;
  stock_item_pack: StockItemPackTable;
  stock_item_part: StockItemPartTable;
  stock_minimum: StockMinimumTable;
  stock_operation: StockOperationTable;
  stock_settings: StockSettingsTable;
  supplier: SupplierTable;
  tag: TagTable;
  transfer_line: TransferLineTable;
  transfer_list: TransferListTable;
  two_factor: TwoFactorTable;
  user_device: UserDeviceTable;
  user_setting: UserSettingTable;
  user_view: UserViewTable;
}
