import type { Catalog } from '../catalog.ts'

export const refusals: Catalog['refusals'] = {}
