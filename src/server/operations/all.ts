import type { Handlers } from "../http/handlerTypes.ts";
import { accountOperations } from "./accounts.ts";
import { addressOperations } from "./address.ts";
import { administrationOperations } from "./administration.ts";
import { callOperations } from "./calls.ts";
import { catalogueOperations } from "./catalogue.ts";
import { categoryOperations } from "./categories.ts";
import { companyOperations } from "./companies.ts";
import { configChangeOperations } from "./configChanges.ts";
import { configurationOperations } from "./configuration.ts";
import { customerOperations } from "./customers.ts";
import { customFieldOperations } from "./customFields.ts";
import { deliveryOperations } from "./delivery.ts";
import { eventOperations } from "./events.ts";
import { feedbackOperations } from "./feedback.ts";
import { fileOperations } from "./files.ts";
import { financeOperations } from "./finance.ts";
import { groupOperations } from "./groups.ts";
import { inventoryOperations } from "./inventories.ts";
import { invitationOperations } from "./invitations.ts";
import { itemOperations } from "./items.ts";
import { kitchenOperations } from "./kitchen.ts";
import { moduleOperations } from "./modules.ts";
import { monitoringOperations } from "./monitoring.ts";
import { notificationOperations } from "./notifications.ts";
import { operatorPhoneOperations } from "./operatorPhones.ts";
import { orderOperations } from "./orders.ts";
import { overrideOperations } from "./overrides.ts";
import { packingListOperations } from "./packingLists.ts";
import { paymentOperations } from "./payments.ts";
import { printingOperations } from "./printing.ts";
import { reportOperations } from "./reports.ts";
import { roleOperations } from "./roles.ts";
import { sandboxOperations } from "./sandbox.ts";
import { sessionOperations } from "./session.ts";
import { settingOperations } from "./settings.ts";
import { shopOperations } from "./shop.ts";
import { statisticOperations } from "./statistics.ts";
import { stockOperations } from "./stock.ts";
import { stockActOperations } from "./stockActs.ts";
import { stockItemOperations } from "./stockItems.ts";
import { supplierOperations } from "./suppliers.ts";
import { transferOperations } from "./transfers.ts";
import { twoFactorOperations } from "./twoFactor.ts";
import { userViewOperations } from "./userViews.ts";

/** Handlers of all operations in the API description. A missing handler is a compile error. */
export const allOperations: Handlers = {
  ...accountOperations,
  ...addressOperations,
  ...administrationOperations,
  ...callOperations,
  ...catalogueOperations,
  ...categoryOperations,
  ...companyOperations,
  ...configChangeOperations,
  ...configurationOperations,
  ...customFieldOperations,
  ...customerOperations,
  ...feedbackOperations,
  ...fileOperations,
  ...financeOperations,
  ...groupOperations,
  ...inventoryOperations,
  ...invitationOperations,
  ...itemOperations,
  ...deliveryOperations,
  ...eventOperations,
  ...kitchenOperations,
  ...moduleOperations,
  ...monitoringOperations,
  ...notificationOperations,
  ...operatorPhoneOperations,
  ...orderOperations,
  ...overrideOperations,
  ...packingListOperations,
  ...paymentOperations,
  ...printingOperations,
  ...reportOperations,
  ...roleOperations,
  ...sandboxOperations,
  ...sessionOperations,
  ...settingOperations,
  ...shopOperations,
  ...statisticOperations,
  ...stockOperations,
  ...stockItemOperations,
  ...supplierOperations,
  ...stockActOperations,
  ...transferOperations,
  ...twoFactorOperations,
  ...userViewOperations,
};
