/** Returns the Russian name of the way in which the guest gets an order without an address. */
export const pickupText = (isInHall: boolean | undefined): string => (isInHall ? "в зале" : "самовывоз");
