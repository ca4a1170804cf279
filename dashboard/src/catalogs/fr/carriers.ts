import type { Catalog } from '../catalog.ts'

export const carriers: Catalog['carriers'] = {}
