import type { Translated } from '../../../src/catalogs/fill.ts'
import type { catalog } from './en/index.ts'

export type EnglishCatalog = typeof catalog
export type Catalog = Translated<EnglishCatalog>
