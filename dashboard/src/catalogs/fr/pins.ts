import type { Catalog } from '../catalog.ts'

export const pins: Catalog['pins'] = {}
