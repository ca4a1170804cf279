import type { Catalog } from '../catalog.ts'

export const system: Catalog['system'] = {}
