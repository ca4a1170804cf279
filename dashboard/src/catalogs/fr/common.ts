import type { Catalog } from '../catalog.ts'

export const common: Catalog['common'] = {
  copy: 'Copier',
  copied: 'Copié',
  copyNamed: 'Copier {name}',
}
