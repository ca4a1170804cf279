import type { Catalog } from '../catalog.ts'

export const phones: Catalog['phones'] = {}
