import type { Catalog } from '../catalog.ts'

export const optOuts: Catalog['optOuts'] = {}
