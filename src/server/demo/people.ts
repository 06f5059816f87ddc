import type { Chance } from "./random.ts";
import { streets } from "./streets.ts";

const WOMEN = [
  "Мария",
  "Анна",
  "Елена",
  "Ольга",
  "Наталья",
  "Екатерина",
  "Ирина",
  "Татьяна",
  "Светлана",
  "Юлия",
  "Дарья",
  "Полина",
  "Ксения",
  "Вера",
  "Алина",
  "Марина",
  "Софья",
  "Виктория",
] as const;
const MEN = [
  "Александр",
  "Дмитрий",
  "Сергей",
  "Андрей",
  "Алексей",
  "Максим",
  "Иван",
  "Михаил",
  "Никита",
  "Павел",
  "Роман",
  "Егор",
  "Илья",
  "Кирилл",
  "Олег",
  "Тимур",
  "Артём",
  "Григорий",
] as const;
const SURNAMES = [
  "Иванов",
  "Смирнов",
  "Кузнецов",
  "Попов",
  "Васильев",
  "Петров",
  "Соколов",
  "Михайлов",
  "Новиков",
  "Фёдоров",
  "Морозов",
  "Волков",
  "Алексеев",
  "Лебедев",
  "Семёнов",
  "Егоров",
  "Павлов",
  "Козлов",
  "Степанов",
  "Николаев",
  "Орлов",
  "Андреев",
  "Макаров",
  "Никитин",
  "Захаров",
  "Зайцев",
  "Соловьёв",
  "Борисов",
  "Яковлев",
  "Григорьев",
  "Романов",
  "Воробьёв",
  "Сергеев",
  "Кузьмин",
  "Фролов",
  "Александров",
  "Дмитриев",
  "Королёв",
  "Гусев",
  "Киселёв",
  "Ильин",
  "Максимов",
  "Поляков",
  "Сорокин",
  "Виноградов",
  "Ковалёв",
  "Белов",
  "Медведев",
  "Антонов",
  "Тарасов",
] as const;
const CODES = [
  "903",
  "905",
  "909",
  "910",
  "915",
  "916",
  "917",
  "925",
  "926",
  "929",
  "962",
  "965",
  "977",
  "985",
  "999",
] as const;

/** Customer of the demo with a delivery address. */
export interface DemoCustomer {
  readonly id: number;
  readonly companyId: number;
  readonly phone: string;
  readonly alias: string;
  readonly address: {
    readonly delivery_address: string;
    readonly delivery_address_building: string;
    readonly delivery_address_apartment_number: string;
    readonly delivery_address_level: string;
    readonly delivery_address_entrance: string;
  };
}

const nameOf = (chance: Chance): string => {
  const surname = chance.pick(SURNAMES);
  return chance.happens(0.55) ? `${chance.pick(WOMEN)} ${surname}а` : `${chance.pick(MEN)} ${surname}`;
};

const addressOf = (chance: Chance): DemoCustomer["address"] => {
  const street = chance.pick(streets);
  const apartment = chance.whole(1, 180);
  return {
    delivery_address: street.name,
    delivery_address_building: chance.pick(street.houses),
    delivery_address_apartment_number: String(apartment),
    delivery_address_level: String(1 + (apartment % 9)),
    delivery_address_entrance: String(1 + Math.floor(apartment / 40)),
  };
};

const SHARES = [
  [1, 240],
  [2, 90],
  [3, 70],
] as const;

/** Creates the 400 customers of the demo. Each customer belongs to one company and has a unique phone number. */
export const createCustomers = (chance: Chance): DemoCustomer[] => {
  const companies = SHARES.flatMap(([companyId, count]) => Array.from({ length: count }, () => companyId));
  return companies.map((companyId, index) => ({
    id: index + 1,
    companyId,
    phone: `+7${chance.pick(CODES)}${String(1_000_000 + ((index * 7919 + 4523) % 9_000_000)).padStart(7, "0")}`,
    alias: nameOf(chance),
    address: addressOf(chance),
  }));
};
