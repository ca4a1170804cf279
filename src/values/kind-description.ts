/**
 * Describes a carrier setting as JSON Schema (2020-12), for both validation and forms. `x-group` says whether a form
 * shows it at once (`basic`) or on demand.
 */
export interface Described extends DescribedValue {
  /** Label in a form. */
  readonly title: string
  /** One sentence for users. */
  readonly description: string
  readonly 'x-group'?: 'basic' | 'advanced'
  /** Shown in an empty input. */
  readonly examples?: readonly string[]
}

export interface DescribedValue {
  readonly type?: SettingType | readonly SettingType[]
  readonly default?: string | number | boolean | null
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly properties?: DescribedSettings
  readonly required?: readonly string[]
  readonly additionalProperties?: false | { readonly type: SettingType }
  readonly items?: DescribedValue
  readonly minItems?: number
  readonly maxItems?: number
  /** Completes the error message `port must be …`. */
  readonly 'x-expected'?: string
  /** Follows the error message `states.paid is missing`. */
  readonly 'x-missing'?: string
}

export type SettingType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null'

export type DescribedSettings = Readonly<Record<string, Described>>

/** Describes a kind of carrier for forms. */
export interface KindDescription {
  readonly title: string
  readonly settings: {
    readonly type: 'object'
    readonly properties: DescribedSettings
    readonly required: readonly string[]
    readonly additionalProperties: false
  }
  /** Stored separately from the settings and never shown. */
  readonly secrets: readonly { readonly name: string; readonly title: string; readonly required: boolean }[]
}
