import type { Catalog } from '../catalog.ts'

export const status: Catalog['status'] = {}
