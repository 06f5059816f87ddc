export const OrderDetail = (_: { companyId: number; orderId: number }) => null; // placeholder until the real screen lands here
