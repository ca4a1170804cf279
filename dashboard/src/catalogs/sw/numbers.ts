import type { Catalog } from '../catalog.ts'

export const numbers: Catalog['numbers'] = {}
