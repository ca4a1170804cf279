import type { Catalog } from '../catalog.ts'

export const sandbox: Catalog['sandbox'] = {}
