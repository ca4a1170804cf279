/**
 * A setting of a carrier, described once: whoever reads it goes by its bounds, choices and default, and forms are drawn
 * from the same. It is JSON Schema (2020-12), in `x-group` with what a form shows at once (`basic`), and what on
 * demand.
 */
export interface Described {
  readonly type?: SettingType | readonly SettingType[]
  /** What a form calls it. */
  readonly title: string
  /** What it is, in a sentence for people. */
  readonly description: string
  readonly 'x-group'?: 'basic' | 'advanced'
  /** When it is left out. */
  readonly default?: string | number | boolean | null
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly properties?: DescribedSettings
  readonly required?: readonly string[]
  readonly additionalProperties?: false | { readonly type: SettingType }
  readonly items?: { readonly type: readonly SettingType[] }
}

type SettingType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null'

export type DescribedSettings = Readonly<Record<string, Described>>

/** A kind of carrier, for a form. */
export interface KindDescription {
  readonly title: string
  readonly settings: {
    readonly type: 'object'
    readonly properties: DescribedSettings
    readonly required: readonly string[]
    readonly additionalProperties: false
  }
  /** Given beside the settings, and never shown again. */
  readonly secrets: readonly { readonly name: string; readonly title: string; readonly required: boolean }[]
}
