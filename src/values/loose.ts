/**
 * A value that the contract has no form for, as a lenient client wrote it: a reference that is no integer, a time with
 * seconds. Only the edge makes one (`src/lenient`), and no body can: so the rules know that whoever wrote it may, and
 * need not ask.
 */
export class Loose<Value extends string | number | Date> {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}
