import type { Catalog } from '../catalog.ts'

export const credit: Catalog['credit'] = {}
