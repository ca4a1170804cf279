import type { Translated } from '../../../src/values/fill.ts'
import type { catalog } from './en/index.ts'

export type EnglishCatalog = typeof catalog
export type Catalog = Translated<EnglishCatalog>
