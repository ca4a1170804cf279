import type { Catalog } from '../catalog.ts'
import { common } from './common.ts'

export const catalog: Catalog = { common }
