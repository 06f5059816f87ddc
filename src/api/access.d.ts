// Generated from the description's paths and x-permission by "npm run generate".

/**
 * Data about the caller that the handler of each operation receives. "public": none. "user": the user. "catalogue": the user, and the
 * companies and groups whose catalogues the user may use. "company": the user, and the company in the path.
 */
export interface OperationAccess {
  acceptInvitation: "user";
  acceptPayment: "company";
  addCompanyUser: "company";
  addInventoryEntries: "company";
  anonymizeCustomer: "company";
  answerFeedback: "user";
  answerOverride: "company";
  approveInventory: "company";
  approvePackingList: "company";
  approveStockAct: "company";
  approveTransferList: "company";
  assignDelivery: "company";
  beatPrintDuty: "company";
  beginPrintJob: "company";
  beginTwoFactor: "user";
  calculateStock: "company";
  cancelDoorInvoice: "company";
  cancelInventory: "company";
  changeCompanyUser: "company";
  changeOrderStatus: "company";
  changePassword: "user";
  checkDoorInvoice: "company";
  checkExternalMethod: "company";
  checkInvoice: "company";
  cleanNotifications: "user";
  closeCashShift: "company";
  closeFeedback: "user";
  confirmPayment: "company";
  correctFinanceTransaction: "company";
  createAnyRole: "user";
  createCategory: "catalogue";
  createCompany: "user";
  createCompanyCategory: "company";
  createCompanyGroup: "user";
  createCompanyItem: "company";
  createCompanyRole: "company";
  createCompanyStockItem: "company";
  createCustomField: "company";
  createCustomFieldOfGroup: "catalogue";
  createDeliveryTrip: "company";
  createDeliveryZone: "company";
  createDiscount: "company";
  createExternalMethod: "company";
  createFeedback: "user";
  createFinanceCategory: "company";
  createFinanceSource: "company";
  createFinanceTransaction: "company";
  createGroupCategory: "catalogue";
  createGroupItem: "catalogue";
  createGroupStockItem: "catalogue";
  createInventory: "company";
  createInventoryGroup: "company";
  createItem: "catalogue";
  createKitchenStation: "company";
  createOperatorPhone: "company";
  createOperatorPhoneLink: "company";
  createOrder: "company";
  createOrderStatus: "company";
  createPackingList: "company";
  createPaymentMethod: "company";
  createPrinter: "company";
  createStockAct: "company";
  createStockItem: "catalogue";
  createStockOperation: "company";
  createSupplier: "company";
  createTag: "company";
  createTransferList: "company";
  declineInvitation: "user";
  declineSandboxInvoice: "public";
  deleteAnyRole: "user";
  deleteCashShift: "company";
  deleteCategory: "catalogue";
  deleteCompany: "company";
  deleteCompanyCategory: "company";
  deleteCompanyGroup: "user";
  deleteCompanyItem: "company";
  deleteCompanyRole: "company";
  deleteCompanyStockItem: "company";
  deleteCustomField: "company";
  deleteCustomFieldOfGroup: "catalogue";
  deleteDeliveryZone: "company";
  deleteDiscount: "company";
  deleteExternalMethod: "company";
  deleteFinanceCategory: "company";
  deleteFinanceSource: "company";
  deleteGroupCategory: "catalogue";
  deleteGroupItem: "catalogue";
  deleteGroupStockItem: "catalogue";
  deleteInventory: "company";
  deleteInventoryGroup: "company";
  deleteItem: "catalogue";
  deleteItemStop: "company";
  deleteKitchenStation: "company";
  deleteOperatorPhone: "company";
  deleteOrderStatus: "company";
  deletePackingList: "company";
  deletePaymentMethod: "company";
  deletePrinter: "company";
  deleteStockAct: "company";
  deleteStockItem: "catalogue";
  deleteSupplier: "company";
  deleteTag: "company";
  deleteTransferList: "company";
  disableTwoFactor: "user";
  editOrder: "company";
  enableTwoFactor: "user";
  endAccountSession: "user";
  endOtherSessions: "user";
  endPrintDuty: "company";
  endSession: "user";
  exportCompanyItems: "company";
  exportCustomers: "company";
  exportFinanceReport: "company";
  exportGeneralReport: "company";
  exportGroupItems: "catalogue";
  exportInventory: "company";
  exportPackingList: "company";
  exportStockAct: "company";
  exportStockToOrder: "company";
  exportTransferList: "company";
  findCustomer: "company";
  findDeliveryZone: "company";
  getAccount: "user";
  getAnyRole: "user";
  getCallReport: "company";
  getCancellationReport: "company";
  getCashDrawers: "company";
  getCashShift: "company";
  getCashShiftReport: "company";
  getCategory: "catalogue";
  getCompany: "company";
  getCompanyCategory: "company";
  getCompanyGroup: "catalogue";
  getCompanyItem: "company";
  getCompanyRole: "company";
  getCompanyState: "company";
  getCompanyStockItem: "company";
  getCourierWork: "company";
  getCustomField: "company";
  getCustomFieldOfGroup: "catalogue";
  getCustomerCard: "company";
  getCustomerSegments: "company";
  getDashboardFinance: "company";
  getDashboardOrders: "company";
  getDashboardPayments: "company";
  getDashboardRush: "company";
  getDashboardSources: "company";
  getDashboardStock: "company";
  getDelivery: "company";
  getDeliverySettings: "company";
  getDeliveryZone: "company";
  getDiscount: "company";
  getDiscountReport: "company";
  getExternalMethod: "company";
  getFeedback: "user";
  getFile: "public";
  getFinanceCategory: "company";
  getFinanceReport: "company";
  getFinanceSettings: "company";
  getFinanceSource: "company";
  getFinanceTotals: "company";
  getFinanceTransaction: "company";
  getGroupCategory: "catalogue";
  getGroupItem: "catalogue";
  getGroupStockItem: "catalogue";
  getGuestReview: "company";
  getInventory: "company";
  getInventoryDashBoard: "company";
  getInventoryGroup: "company";
  getItem: "catalogue";
  getItemReport: "company";
  getItemStop: "company";
  getKitchen: "company";
  getKitchenSettings: "company";
  getKitchenStation: "company";
  getOperatorPhone: "company";
  getOrder: "company";
  getOrderCalendar: "company";
  getOrderPrimeCost: "company";
  getOrderPrinting: "company";
  getOrderStatus: "company";
  getOverridePin: "user";
  getOverrideRequest: "company";
  getPackingList: "company";
  getPageViews: "user";
  getPaymentMethod: "company";
  getPaymentReport: "company";
  getPrintInfo: "company";
  getPrintPaper: "company";
  getPrinter: "company";
  getShop: "company";
  getShopCategories: "company";
  getStockAct: "company";
  getStockBalance: "company";
  getStockItem: "catalogue";
  getStockMinimum: "company";
  getStockSettings: "company";
  getSupplier: "company";
  getTag: "company";
  getTransferList: "company";
  getTransferPrices: "company";
  getTwoFactor: "user";
  getUserSettings: "user";
  grantOverride: "company";
  handInCash: "company";
  handleAnyPrintJob: "user";
  handlePrintJob: "company";
  hideStock: "company";
  importCompanyItems: "company";
  importGroupItems: "catalogue";
  issueDoorInvoice: "company";
  issueInvoice: "company";
  linkPhoneTracker: "public";
  listAccountSessions: "user";
  listAccounts: "user";
  listAllCategories: "catalogue";
  listAllCategorySummary: "catalogue";
  listAllCompanies: "user";
  listAllCustomFields: "catalogue";
  listAllNotifications: "user";
  listAllPrintJobs: "user";
  listAllRoles: "user";
  listCashShifts: "company";
  listCategories: "company";
  listCategorySummary: "company";
  listCompanies: "user";
  listCompanyGroups: "user";
  listCompanyItemCosts: "company";
  listCompanyItems: "company";
  listCompanyRoles: "company";
  listCompanyStockGroups: "company";
  listCompanyStockItemCosts: "company";
  listCompanyStockItems: "company";
  listCompanySummary: "user";
  listCompanyUsers: "company";
  listCustomFields: "company";
  listCustomFieldsOfGroup: "catalogue";
  listCustomerCalls: "company";
  listCustomerDuplicates: "company";
  listCustomerOrders: "company";
  listCustomers: "company";
  listDeliveryZones: "company";
  listDiscounts: "company";
  listErrorGroups: "user";
  listErrors: "user";
  listEvents: "user";
  listExternalMethods: "company";
  listExternalPaymentMethods: "company";
  listFeedback: "user";
  listFeedbackFaq: "user";
  listFinanceCategories: "company";
  listFinanceSourceStates: "company";
  listFinanceSources: "company";
  listFinanceTransactions: "company";
  listGivableRoles: "company";
  listGroupCategories: "catalogue";
  listGroupCategorySummary: "catalogue";
  listGroupItemCosts: "catalogue";
  listGroupItems: "catalogue";
  listGroupStockGroups: "catalogue";
  listGroupStockItemCosts: "catalogue";
  listGroupStockItems: "catalogue";
  listGuestReviews: "company";
  listInventories: "company";
  listInventoryGroups: "company";
  listInvitations: "user";
  listItemCosts: "catalogue";
  listItemStops: "company";
  listItems: "catalogue";
  listKitchenStations: "company";
  listMenuItems: "company";
  listModules: "company";
  listNotifications: "user";
  listOperatorPhoneCalls: "company";
  listOperatorPhones: "company";
  listOrderDays: "company";
  listOrderHistory: "company";
  listOrderMediumSummary: "company";
  listOrderStatuses: "company";
  listOrderSummary: "company";
  listOrders: "company";
  listOverrideGrants: "company";
  listOverrideManagers: "company";
  listOverrideRequests: "company";
  listPackingListItems: "company";
  listPackingLists: "company";
  listPaymentMethods: "company";
  listPayments: "company";
  listPaymentsOfDay: "company";
  listPendingCash: "company";
  listPermissions: "user";
  listPrintJobs: "company";
  listPrinters: "company";
  listPrintersForJob: "user";
  listRealization: "company";
  listSessions: "user";
  listStock: "company";
  listStockActs: "company";
  listStockGroups: "catalogue";
  listStockItemCosts: "catalogue";
  listStockItems: "catalogue";
  listStockOperations: "company";
  listStockToOrder: "company";
  listSuppliers: "company";
  listTags: "company";
  listTransferCompanies: "company";
  listTransferDeliveries: "company";
  listTransferLists: "company";
  listUsedStockItems: "company";
  mergeCustomer: "company";
  moveDeliveryTrip: "company";
  notifyExternalPayment: "public";
  openCashShift: "company";
  orderDiscounts: "company";
  orderOrderStatuses: "company";
  orderPaymentMethods: "company";
  orderTags: "company";
  paySandboxInvoice: "public";
  previewStockCalculation: "company";
  printKitchenTicket: "company";
  printPreBill: "company";
  printUsedStockItems: "company";
  putItemStop: "company";
  readAllNotifications: "user";
  readNotification: "user";
  readPackingListTable: "company";
  recallTransferList: "company";
  refreshToken: "public";
  refuseTransferList: "company";
  rejectPayment: "company";
  removeCompanyUser: "company";
  renewCompanyUserLink: "company";
  reportError: "user";
  reportPageView: "user";
  reportPrintJob: "company";
  requestOverride: "company";
  resetOperatorPhoneToken: "company";
  resetPassword: "user";
  resetTwoFactor: "user";
  resolveGuestReview: "company";
  reverseFinanceTransaction: "company";
  reversePackingList: "company";
  reverseStockAct: "company";
  reviewInventory: "company";
  saveAccount: "user";
  saveCourierPosition: "company";
  saveUserSettings: "user";
  searchAddress: "user";
  sendTransferList: "company";
  setAccountActive: "user";
  setCompanyCreation: "user";
  setDeliveryDuty: "company";
  setOverridePin: "user";
  setPassword: "public";
  showSandboxInvoice: "public";
  signIn: "public";
  signOut: "public";
  startPrintDuty: "company";
  summarizeDiscounts: "company";
  summarizeOrderStatuses: "company";
  summarizeTags: "company";
  takePrintJob: "company";
  tapDeliveryStop: "company";
  tapDeliveryTrip: "company";
  tapKitchenItem: "company";
  trackCall: "public";
  unmergeCustomer: "company";
  updateAnyRole: "user";
  updateCashShift: "company";
  updateCategory: "catalogue";
  updateCompany: "company";
  updateCompanyCategory: "company";
  updateCompanyGroup: "user";
  updateCompanyItem: "company";
  updateCompanyRole: "company";
  updateCompanyStockItem: "company";
  updateCustomField: "company";
  updateCustomFieldOfGroup: "catalogue";
  updateCustomerCard: "company";
  updateDeliverySettings: "company";
  updateDeliveryZone: "company";
  updateDiscount: "company";
  updateExternalMethod: "company";
  updateFinanceCategory: "company";
  updateFinanceSettings: "company";
  updateFinanceSource: "company";
  updateGroupCategory: "catalogue";
  updateGroupItem: "catalogue";
  updateGroupStockItem: "catalogue";
  updateInventory: "company";
  updateInventoryGroup: "company";
  updateItem: "catalogue";
  updateKitchenSettings: "company";
  updateKitchenStation: "company";
  updateModule: "company";
  updateOperatorPhone: "company";
  updateOrderStatus: "company";
  updatePackingList: "company";
  updatePaymentMethod: "company";
  updatePrintInfo: "company";
  updatePrinter: "company";
  updateShop: "company";
  updateShopCategories: "company";
  updateStockAct: "company";
  updateStockItem: "catalogue";
  updateStockMinimum: "company";
  updateStockSettings: "company";
  updateSupplier: "company";
  updateTag: "company";
  updateTransferList: "company";
  uploadCompanyFile: "company";
  uploadFile: "user";
  withdrawOverride: "company";
}

/** Extension operation, which is an operation that is not in the documents, as "METHOD path". */
export type ExtensionOperation =
  | "POST /token"
  | "POST /password"
  | "PUT /api/Company/{companyId}/User/{userId}"
  | "POST /api/Company/{companyId}/User/{userId}/PasswordLink"
  | "GET /api/Company/{companyId}/UserRole"
  | "GET /api/Invitation"
  | "POST /api/Invitation/{invitationId}/Accept"
  | "POST /api/Invitation/{invitationId}/Decline"
  | "GET /api/CompanyGroup"
  | "POST /api/CompanyGroup"
  | "GET /api/CompanyGroup/{companyGroupId}"
  | "PUT /api/CompanyGroup/{companyGroupId}"
  | "DELETE /api/CompanyGroup/{companyGroupId}"
  | "GET /api/Order/Company/{companyId}/{orderId}/UsedStockItems"
  | "GET /api/Payment/Company/{companyId}/Summury"
  | "GET /api/Dashboard/Company/{companyId}/Rush"
  | "GET /api/Dashboard/Company/{companyId}/Stock"
  | "GET /api/Dashboard/Company/{companyId}/Source"
  | "GET /api/Statistic/Company/{companyId}/Calendar"
  | "GET /api/Report/Company/{companyId}/Payment"
  | "GET /api/Report/Company/{companyId}/Item"
  | "GET /api/Report/Company/{companyId}/Discount"
  | "GET /api/Report/Company/{companyId}/Cancellation"
  | "GET /api/Report/Company/{companyId}/Call"
  | "GET /api/Report/Company/{companyId}/General"
  | "GET /api/Customer/Company/{companyId}"
  | "GET /api/Customer/Segment/Company/{companyId}"
  | "GET /api/Customer/Duplicate/Company/{companyId}"
  | "GET /api/Customer/Export/Company/{companyId}"
  | "GET /api/Customer/{id}/Company/{companyId}"
  | "PUT /api/Customer/{id}/Company/{companyId}"
  | "GET /api/Customer/{id}/Company/{companyId}/Order"
  | "GET /api/Customer/{id}/Company/{companyId}/Call"
  | "POST /api/Customer/{id}/Company/{companyId}/Merge"
  | "POST /api/Customer/{id}/Company/{companyId}/Unmerge"
  | "POST /api/Customer/{id}/Company/{companyId}/Anonymize"
  | "GET /api/Item/Company/{companyId}/Export"
  | "POST /api/Item/Company/{companyId}/Import"
  | "GET /api/Item/CompanyGroup/{companyGroupId}/Export"
  | "POST /api/Item/CompanyGroup/{companyGroupId}/Import"
  | "GET /api/Stock/Company/{companyId}/ToOrder"
  | "GET /api/Stock/Company/{companyId}/ToOrder/File"
  | "GET /api/StockItem/{id}/Company/{companyId}/Minimum"
  | "PUT /api/StockItem/{id}/Company/{companyId}/Minimum"
  | "POST /api/StockOperation/Company/{companyId}/Calculate/Preview"
  | "PUT /api/OrderStatus/Company/{companyId}/Order"
  | "PUT /api/Tag/Company/{companyId}/Order"
  | "PUT /api/Discount/Company/{companyId}/Order"
  | "PUT /api/PaymentMethod/Company/{companyId}/Order"
  | "POST /api/ExternalPaymentMethod/Company/{companyId}"
  | "GET /api/ExternalPaymentMethod/Company/{companyId}/Summury"
  | "GET /api/ExternalPaymentMethod/{id}/Company/{companyId}"
  | "PUT /api/ExternalPaymentMethod/{id}/Company/{companyId}"
  | "DELETE /api/ExternalPaymentMethod/{id}/Company/{companyId}"
  | "POST /api/ExternalPaymentMethod/{id}/Company/{companyId}/Check"
  | "POST /api/ExternalPaymentMethod/{token}/Notification"
  | "POST /api/OperatorPhone/{id}/Company/{companyId}/Link"
  | "POST /api/PhoneTracker/Call"
  | "POST /api/PhoneTracker/Link"
  | "POST /api/CustomField/Company/{companyId}"
  | "GET /api/CustomField/{id}/Company/{companyId}"
  | "PUT /api/CustomField/{id}/Company/{companyId}"
  | "DELETE /api/CustomField/{id}/Company/{companyId}"
  | "POST /api/CustomField/CompanyGroup/{companyGroupId}"
  | "GET /api/CustomField/{id}/CompanyGroup/{companyGroupId}"
  | "PUT /api/CustomField/{id}/CompanyGroup/{companyGroupId}"
  | "DELETE /api/CustomField/{id}/CompanyGroup/{companyGroupId}"
  | "GET /api/PrintJob/Company/{companyId}"
  | "GET /api/PrintJob/Company/{companyId}/Order/{orderId}"
  | "POST /api/PrintJob/{jobId}/Company/{companyId}"
  | "GET /api/PrintJob/{jobId}/Company/{companyId}/Paper"
  | "GET /api/Admin/PrintJob"
  | "POST /api/Admin/PrintJob/{jobId}"
  | "GET /api/Admin/PrintJob/{jobId}/Printer"
  | "GET /api/Printer/Company/{companyId}"
  | "POST /api/Printer/Company/{companyId}"
  | "GET /api/Printer/{id}/Company/{companyId}"
  | "PUT /api/Printer/{id}/Company/{companyId}"
  | "DELETE /api/Printer/{id}/Company/{companyId}"
  | "GET /api/PrintInfo/Company/{companyId}"
  | "PUT /api/PrintInfo/Company/{companyId}"
  | "GET /api/Kitchen/Company/{companyId}"
  | "GET /api/Kitchen/Company/{companyId}/Settings"
  | "PUT /api/Kitchen/Company/{companyId}/Settings"
  | "POST /api/Kitchen/{lineId}/Company/{companyId}/{verb}"
  | "GET /api/Event"
  | "GET /api/Delivery/Company/{companyId}"
  | "GET /api/Delivery/Company/{companyId}/My"
  | "POST /api/Delivery/Company/{companyId}/Duty"
  | "PUT /api/Delivery/Company/{companyId}/Position"
  | "GET /api/Delivery/Company/{companyId}/Settings"
  | "PUT /api/Delivery/Company/{companyId}/Settings"
  | "POST /api/DeliveryTrip/Company/{companyId}"
  | "POST /api/DeliveryTrip/{tripId}/Company/{companyId}/{verb}"
  | "POST /api/DeliveryTrip/{tripId}/Company/{companyId}/Move"
  | "POST /api/DeliveryStop/{orderId}/Company/{companyId}/Assign"
  | "GET /api/DeliveryStop/{orderId}/Company/{companyId}/Invoice"
  | "POST /api/DeliveryStop/{orderId}/Company/{companyId}/Invoice"
  | "DELETE /api/DeliveryStop/{orderId}/Company/{companyId}/Invoice"
  | "POST /api/DeliveryStop/{orderId}/Company/{companyId}/{verb}"
  | "POST /api/DeliveryZone/Company/{companyId}"
  | "GET /api/DeliveryZone/Company/{companyId}/Summury"
  | "GET /api/DeliveryZone/Company/{companyId}/Find"
  | "GET /api/DeliveryZone/{id}/Company/{companyId}"
  | "PUT /api/DeliveryZone/{id}/Company/{companyId}"
  | "DELETE /api/DeliveryZone/{id}/Company/{companyId}"
  | "GET /api/Stock/Company/{companyId}/Settings"
  | "PUT /api/Stock/Company/{companyId}/Settings"
  | "POST /api/PackingList/Company/{companyId}"
  | "GET /api/PackingList/Company/{companyId}/Summury"
  | "GET /api/PackingList/Company/{companyId}/Item"
  | "POST /api/PackingList/Company/{companyId}/Import"
  | "GET /api/PackingList/{id}/Company/{companyId}"
  | "PUT /api/PackingList/{id}/Company/{companyId}"
  | "DELETE /api/PackingList/{id}/Company/{companyId}"
  | "POST /api/PackingList/{id}/Company/{companyId}/Approve"
  | "POST /api/PackingList/{id}/Company/{companyId}/Reverse"
  | "GET /api/PackingList/{id}/Company/{companyId}/File"
  | "POST /api/TransferList/Company/{companyId}"
  | "GET /api/TransferList/Company/{companyId}/Summury"
  | "GET /api/TransferList/Company/{companyId}/Company"
  | "GET /api/TransferList/Company/{companyId}/PackingList"
  | "GET /api/TransferList/Company/{companyId}/PriceList"
  | "GET /api/TransferList/{id}/Company/{companyId}"
  | "PUT /api/TransferList/{id}/Company/{companyId}"
  | "DELETE /api/TransferList/{id}/Company/{companyId}"
  | "POST /api/TransferList/{id}/Company/{companyId}/Send"
  | "POST /api/TransferList/{id}/Company/{companyId}/Approve"
  | "POST /api/TransferList/{id}/Company/{companyId}/Refuse"
  | "POST /api/TransferList/{id}/Company/{companyId}/Recall"
  | "GET /api/TransferList/{id}/Company/{companyId}/File"
  | "POST /api/StockAct/Company/{companyId}"
  | "GET /api/StockAct/Company/{companyId}/Summury"
  | "GET /api/StockAct/{id}/Company/{companyId}"
  | "PUT /api/StockAct/{id}/Company/{companyId}"
  | "DELETE /api/StockAct/{id}/Company/{companyId}"
  | "POST /api/StockAct/{id}/Company/{companyId}/Approve"
  | "POST /api/StockAct/{id}/Company/{companyId}/Reverse"
  | "GET /api/StockAct/{id}/Company/{companyId}/File"
  | "POST /api/InventoryGroup/Company/{companyId}"
  | "GET /api/InventoryGroup/Company/{companyId}/Summury"
  | "GET /api/InventoryGroup/{id}/Company/{companyId}"
  | "PUT /api/InventoryGroup/{id}/Company/{companyId}"
  | "DELETE /api/InventoryGroup/{id}/Company/{companyId}"
  | "POST /api/Inventory/Company/{companyId}"
  | "GET /api/Inventory/Company/{companyId}/Summury"
  | "GET /api/Inventory/Company/{companyId}/DashBoard"
  | "GET /api/Inventory/{id}/Company/{companyId}"
  | "PUT /api/Inventory/{id}/Company/{companyId}"
  | "DELETE /api/Inventory/{id}/Company/{companyId}"
  | "POST /api/Inventory/{id}/Company/{companyId}/Entry"
  | "POST /api/Inventory/{id}/Company/{companyId}/Review"
  | "POST /api/Inventory/{id}/Company/{companyId}/Approve"
  | "POST /api/Inventory/{id}/Company/{companyId}/Cancel"
  | "GET /api/Inventory/{id}/Company/{companyId}/File"
  | "GET /api/Finance/Company/{companyId}/Settings"
  | "PUT /api/Finance/Company/{companyId}/Settings"
  | "POST /api/FinanceSource/Company/{companyId}"
  | "GET /api/FinanceSource/Company/{companyId}/Summury"
  | "GET /api/FinanceSource/{id}/Company/{companyId}"
  | "PUT /api/FinanceSource/{id}/Company/{companyId}"
  | "DELETE /api/FinanceSource/{id}/Company/{companyId}"
  | "POST /api/FinanceCategory/Company/{companyId}"
  | "GET /api/FinanceCategory/Company/{companyId}/Summury"
  | "GET /api/FinanceCategory/{id}/Company/{companyId}"
  | "PUT /api/FinanceCategory/{id}/Company/{companyId}"
  | "DELETE /api/FinanceCategory/{id}/Company/{companyId}"
  | "POST /api/FinanceTransaction/Company/{companyId}"
  | "GET /api/FinanceTransaction/Company/{companyId}/Summury"
  | "GET /api/FinanceTransaction/Company/{companyId}/Total"
  | "GET /api/FinanceTransaction/Company/{companyId}/Report"
  | "GET /api/FinanceTransaction/Company/{companyId}/Report/File"
  | "GET /api/FinanceTransaction/{id}/Company/{companyId}"
  | "PUT /api/FinanceTransaction/{id}/Company/{companyId}"
  | "DELETE /api/FinanceTransaction/{id}/Company/{companyId}"
  | "GET /api/CashShift/Company/{companyId}"
  | "POST /api/CashShift/Company/{companyId}"
  | "GET /api/CashShift/Company/{companyId}/Summury"
  | "GET /api/CashShift/Company/{companyId}/Pending"
  | "POST /api/CashShift/Company/{companyId}/HandIn"
  | "GET /api/CashShift/{id}/Company/{companyId}"
  | "PUT /api/CashShift/{id}/Company/{companyId}"
  | "DELETE /api/CashShift/{id}/Company/{companyId}"
  | "GET /api/CashShift/{id}/Company/{companyId}/Report"
  | "POST /api/CashShift/{id}/Company/{companyId}/Close"
  | "GET /api/ModuleConfiguration/Company/{companyId}"
  | "PUT /api/ModuleConfiguration/{module}/Company/{companyId}"
  | "GET /api/Shop/Company/{companyId}"
  | "PUT /api/Shop/Company/{companyId}"
  | "GET /api/Shop/Company/{companyId}/Category"
  | "PUT /api/Shop/Company/{companyId}/Category"
  | "GET /api/Feedback"
  | "POST /api/Feedback"
  | "GET /api/Feedback/Faq"
  | "GET /api/Feedback/{id}"
  | "POST /api/Feedback/{id}/Answer"
  | "POST /api/Feedback/{id}/Close"
  | "GET /api/Feedback/Company/{companyId}/Guest"
  | "GET /api/Feedback/{id}/Company/{companyId}/Guest"
  | "PUT /api/Feedback/{id}/Company/{companyId}/Guest"
  | "GET /api/Override/Company/{companyId}"
  | "POST /api/Override/Company/{companyId}"
  | "POST /api/Override/Company/{companyId}/Pin"
  | "GET /api/Override/Company/{companyId}/Manager"
  | "GET /api/Override/Company/{companyId}/Grant"
  | "GET /api/Override/{id}/Company/{companyId}"
  | "DELETE /api/Override/{id}/Company/{companyId}"
  | "POST /api/Override/{id}/Company/{companyId}/Answer"
  | "POST /api/KitchenStation/Company/{companyId}"
  | "GET /api/KitchenStation/Company/{companyId}/Summury"
  | "GET /api/KitchenStation/{id}/Company/{companyId}"
  | "PUT /api/KitchenStation/{id}/Company/{companyId}"
  | "DELETE /api/KitchenStation/{id}/Company/{companyId}"
  | "GET /api/ItemStop/Company/{companyId}"
  | "GET /api/ItemStop/{itemId}/Company/{companyId}"
  | "PUT /api/ItemStop/{itemId}/Company/{companyId}"
  | "DELETE /api/ItemStop/{itemId}/Company/{companyId}"
  | "POST /api/PrintDuty/Company/{companyId}"
  | "DELETE /api/PrintDuty/{dutyId}/Company/{companyId}"
  | "POST /api/PrintDuty/{dutyId}/Company/{companyId}/Beat"
  | "POST /api/PrintDuty/{dutyId}/Company/{companyId}/Take"
  | "POST /api/PrintDuty/{dutyId}/Company/{companyId}/Begin"
  | "POST /api/PrintDuty/{dutyId}/Company/{companyId}/Report"
  | "POST /api/Notification/Read"
  | "GET /api/Notification/Admin"
  | "POST /api/Error"
  | "GET /api/Account/{userId}"
  | "PUT /api/Account/{userId}"
  | "PUT /api/Account/{userId}/Password"
  | "GET /api/Account/{userId}/OverridePin"
  | "PUT /api/Account/{userId}/OverridePin"
  | "GET /api/Account/{userId}/Session"
  | "DELETE /api/Account/{userId}/Session"
  | "DELETE /api/Account/{userId}/Session/{sessionId}"
  | "GET /api/Account/{userId}/TwoFactor"
  | "PUT /api/Account/{userId}/TwoFactor"
  | "POST /api/Account/{userId}/TwoFactor"
  | "POST /api/Account/{userId}/TwoFactor/Disable"
  | "DELETE /api/Admin/Account/{userId}/TwoFactor"
  | "GET /api/Admin/Account"
  | "PUT /api/Admin/Account/{userId}/Active"
  | "PUT /api/Admin/Account/{userId}/CompanyCreation"
  | "POST /api/Admin/Account/{userId}/ResetPassword"
  | "GET /api/Admin/Session"
  | "DELETE /api/Admin/Session/{sessionId}"
  | "GET /api/Admin/Company"
  | "GET /api/Admin/Metric"
  | "GET /api/Admin/ErrorGroup"
  | "GET /api/Admin/Error"
  | "GET /geo/search"
  | "POST /api/File"
  | "GET /api/File/{fileId}"
  | "GET /sandbox/invoice/{invoiceToken}"
  | "POST /sandbox/invoice/{invoiceToken}/pay"
  | "POST /sandbox/invoice/{invoiceToken}/decline";

/** Operation that a manager may allow to a user without the permission, as "METHOD path". */
export type OverridableOperation =
  | "POST /api/Order/Company/{companyId}"
  | "PATCH /api/Order/Company/{companyId}/{orderId}"
  | "POST /api/Order/{orderId}/Company/{companyId}"
  | "POST /api/Order/{orderId}/Company/{companyId}/Payment"
  | "POST /api/Order/{orderId}/Company/{companyId}/ConfirmPayment/{paymentId}"
  | "POST /api/Order/{orderId}/Company/{companyId}/RejectPayment/{paymentId}"
  | "POST /api/CashShift/Company/{companyId}"
  | "POST /api/CashShift/Company/{companyId}/HandIn"
  | "PUT /api/CashShift/{id}/Company/{companyId}"
  | "POST /api/CashShift/{id}/Company/{companyId}/Close"
  | "PUT /api/ItemStop/{itemId}/Company/{companyId}"
  | "DELETE /api/ItemStop/{itemId}/Company/{companyId}";
