import type { Translated } from '../../../src/catalogs/fill.ts'
import type { catalog } from './en/index.ts'
import type { operatorCatalog } from './en/operator.ts'

export type EnglishCatalog = typeof catalog
export type Catalog = Translated<EnglishCatalog>

export type EnglishOperatorCatalog = typeof operatorCatalog
export type OperatorCatalog = Translated<EnglishOperatorCatalog>

export interface FieldText {
  readonly title: string
  readonly description?: string
}

/** The texts of one kind of carrier by path. `url` holds for `send.url` too, unless that has its own. */
export type FieldTexts = Readonly<Record<string, FieldText>>

export type CarrierFields = Readonly<Record<string, FieldTexts>>
