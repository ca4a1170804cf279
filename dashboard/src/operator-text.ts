import type { EnglishOperatorCatalog, OperatorCatalog } from './catalogs/catalog.ts'
import { catalogName, t as common } from './text.ts'

/** The texts for the pages of operators and the audit log: those of `text.ts`, and their own, which are loaded here. */

const catalogs: Readonly<Record<typeof catalogName, () => Promise<{ readonly operatorCatalog: OperatorCatalog }>>> = {
  en: () => import('./catalogs/en/operator.ts'),
  sw: () => import('./catalogs/sw/operator.ts'),
  fr: () => import('./catalogs/fr/operator.ts'),
  'en-XA': () => import('./catalogs/pseudo.ts'),
}

const own = (await catalogs[catalogName]()).operatorCatalog as EnglishOperatorCatalog

export const t = { ...common, ...own }
