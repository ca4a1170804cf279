import type { Catalog } from '../catalog.ts'

export const accounts: Catalog['accounts'] = {}
