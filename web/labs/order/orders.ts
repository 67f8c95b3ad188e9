/** All orders of some things, numbered: 0 leaves them, the last one turns them round. */

export function ordersOf(count: number): number {
  let orders = 1;
  for (let n = 2; n <= count; n++) orders *= n;
  return orders;
}

/** The places 0 to count - 1 in the order of that number, in the order of a dictionary. */
export function orderOf(count: number, number: number): number[] {
  const left = Array.from({ length: count }, (_, place) => place);
  const order: number[] = [];
  let rest = number;
  for (let n = count; n > 0; n--) {
    const after = ordersOf(n - 1);
    order.push(...left.splice(Math.floor(rest / after), 1));
    rest %= after;
  }
  return order;
}
