import type { OperatorCatalog } from '../catalog.ts'

export const prices: OperatorCatalog['prices'] = {
  title: 'Tarifs',
  about:
    'Le tarif d’un segment de message, d’une session de discussion, d’un paiement abouti ou d’un autre service. Sans tarif, les sessions de discussion et les paiements sont gratuits et tout autre service coûte 1.',
  importCsv: 'Importer des tarifs',
  setPrice: 'Définir un tarif',
  changePrice: 'Modifier le tarif',
  savePrice: 'Enregistrer le tarif',
  rules:
    'Quel tarif s’applique ? Les tarifs du compte passent avant ceux de tous les comptes. Parmi eux, le <b>préfixe le plus long</b> l’emporte : avec des tarifs pour +255 et +25571, un message vers +255712345678 est facturé au second. Pour un même préfixe, le dernier tarif entré en vigueur s’applique.',
  product: 'Produit',
  allProducts: 'Tous les produits',
  account: 'Compte',
  all: 'Tous',
  allAccounts: 'Tous les comptes',
  empty: 'Aucun tarif pour l’instant. Définissez-en un, ou importez une liste.',
  numbers: 'Numéros',
  price: 'Tarif',
  from: 'Valable à partir du',
  notYet: 'Pas encore valable',
  change: 'Modifier',
  changeNamed: 'Modifier le tarif de {product} pour {numbers}',
  delete: 'Supprimer',
  deleteNamed: 'Supprimer le tarif de {product} pour {numbers}',
  deleteTitle: 'Supprimer ce tarif ?',
  deletePrice: 'Supprimer le tarif',
  deleteAbout:
    '{product}, {numbers}, {account} : {amount}. Le tarif précédent s’applique à nouveau, ou à défaut celui d’un préfixe plus court.',
  deleted: 'Tarif supprimé.',
  saved: 'Tarif enregistré.',
  accountAbout: 'Laissez vide pour tous les comptes sans tarif propre.',
  prefix: 'Préfixe',
  prefixAbout: 'Les premiers chiffres des numéros, par exemple 255 ou 25571. Laissez vide pour tous les numéros.',
  prefixInvalid: 'Saisissez au plus 15 chiffres, par exemple 255.',
  priceInvalid: 'Saisissez 0 ou plus, avec au plus quatre décimales, par exemple 12.5.',
  currency: 'Devise',
  currencyInvalid: 'Saisissez un code ISO 4217, par exemple TZS.',
  currencyOfAccount: 'Devise du compte',
  fromIn: 'Valable à partir du ({timeZone})',
  fromAbout: 'Laissez vide pour commencer maintenant. D’ici là, le tarif précédent s’applique.',
  importTitle: 'Importer des tarifs',
  importAbout:
    'Un fichier CSV dont la première ligne contient les noms des colonnes. Les colonnes product, prefix et price sont obligatoires ; account (son ID), currency et valid_from sont facultatives. Si une ligne est non valide, rien n’est importé.',
  replace: 'Remplacer les tarifs existants',
  replaceAbout: 'Supprime les tarifs existants des mêmes produits et comptes, y compris les tarifs futurs.',
  imported: '{rows, plural, one {# tarif importé} many {# de tarifs importés} other {# tarifs importés}}.',
  importedReplaced:
    '{rows, plural, one {# tarif importé} many {# de tarifs importés} other {# tarifs importés}}, {removed, plural, one {# ancien tarif supprimé} many {# d’anciens tarifs supprimés} other {# anciens tarifs supprimés}}.',
  invalidRows:
    '{count, plural, one {# ligne est non valide} many {# de lignes sont non valides} other {# lignes sont non valides}} : rien n’a été importé.',
  invalidRowsFirst:
    '{count, plural, one {# ligne est non valide} many {# de lignes sont non valides} other {# lignes sont non valides}} : rien n’a été importé. Les {shown, number} premières sont affichées.',
  error: 'Erreur',
  rowsAbout:
    'La ligne 1 est la première après les noms de colonnes. Corrigez les lignes, choisissez à nouveau le fichier, puis importez-le.',
}
