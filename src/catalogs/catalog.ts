import type { en } from './en.ts'
import type { Translated } from './fill.ts'

export type Catalog = Translated<typeof en>
