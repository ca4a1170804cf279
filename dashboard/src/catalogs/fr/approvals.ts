import type { Catalog } from '../catalog.ts'

export const approvals: Catalog['approvals'] = {}
