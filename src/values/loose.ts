/**
 * A value that only lenient clients may send, such as a non-integer reference or a time with seconds. Only
 * `src/lenient` creates it, so modules can accept it without checking the credential.
 */
export class Loose<Value extends string | number | Date> {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}
