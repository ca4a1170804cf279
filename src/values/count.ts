/** A count with its noun: "1 row", "2,000 rows". */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
