export interface Template {
  readonly id: number
  readonly title: string
  readonly text: string
  /** The names in its braces, such as first_name. */
  readonly placeholders: readonly string[]
  readonly encoding: 'gsm' | 'ucs2'
  readonly segments: number
  readonly createdAt: string
}
