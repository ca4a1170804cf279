import type { Phone } from '../../values/phone.ts'

const loadMax = 0.6
const sizeMin = 1_024
/** Spreads consecutive numbers over the table. */
const factor = 0x9e3779b1

/** A set of millions of numbers in memory: 13 to 27 bytes for each. */
export class PhoneSet {
  #table = new Float64Array(sizeMin)
  #count = 0

  /** False when the number was in the set. */
  add(phone: Phone): boolean {
    if (this.#count >= this.#table.length * loadMax) this.#grow()
    const place = this.#placeOf(Number(phone))
    if (this.#table[place] !== 0) return false
    this.#table[place] = Number(phone)
    this.#count += 1
    return true
  }

  has(phone: Phone): boolean {
    return this.#table[this.#placeOf(Number(phone))] !== 0
  }

  /** The place of a number, or the free place where it belongs. */
  #placeOf(value: number): number {
    const mask = this.#table.length - 1
    let place = Math.imul(value % 0x7fffffff, factor) & mask
    while (this.#table[place] !== 0 && this.#table[place] !== value) place = (place + 1) & mask
    return place
  }

  #grow(): void {
    const before = this.#table
    this.#table = new Float64Array(before.length * 2)
    for (const value of before) if (value !== 0) this.#table[this.#placeOf(value)] = value
  }
}
