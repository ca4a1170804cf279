import type { Catalog } from '../catalog.ts'

/** Refusals of campaigns. */
export const campaignMessages: Catalog['serverMessages'] = {
  CAMPAIGN_STATE: 'Le statut de la campagne ne le permet pas. Rechargez la page pour voir son statut.',
  INVALID_LINK: 'Lien non valide. Écrivez une URL http ou https complète, sans mot de passe ni espaces.',
  INVALID_PHONE:
    'Numéro de téléphone invalide. Saisissez-le sous sa forme nationale, dans le pays du compte, ou avec + et l’indicatif du pays.',
  TOO_MANY_CAMPAIGNS:
    'Le compte a le nombre maximal de brouillons et de campagnes en cours. Supprimez un brouillon inutile.',
  TOO_MANY_LINKS: 'Le texte contient trop de liens. Supprimez-en quelques-uns.',
  'Campaign Not Found': 'Campagne introuvable. Elle a peut-être été supprimée : rechargez la liste.',
  'The Campaign Was Already Sent Again': 'La campagne a déjà été renvoyée : renvoyez la plus récente.',
  'Links Work in Campaigns Only':
    'Les liens fonctionnent uniquement dans les campagnes. Écrivez l’URL sans {link }, ou envoyez le texte comme campagne.',
  'The Campaign Has Started':
    'La campagne a commencé. Seule la cadence peut changer : annulez la campagne et créez-en une autre.',
  'The Campaign Has No Audience':
    'La campagne n’a pas de destinataires. Choisissez un carnet d’adresses, un segment ou des contacts, ou importez un fichier.',
  'Not a Recipient of the Campaign': 'Ce numéro n’est pas un destinataire de la campagne, ou il en est exclu.',
  'Unknown Time Zone': 'Fuseau horaire inconnu. Choisissez-le dans la liste.',
  'The Country of the Account Has Several Time Zones':
    'Le pays du compte a plusieurs fuseaux horaires. Choisissez l’un d’eux.',
  'The Time Is in the Past':
    'Cette date est passée. Choisissez une date future, ou supprimez-la pour commencer maintenant.',
  'No Phone Number Column':
    'Le fichier n’a pas de colonne de numéros. Nommez-la phone, mobile ou mob_no sur la première ligne.',
  'Invalid Columns':
    'Colonnes non valides. Un fichier a au plus 50 colonnes, dont les noms commencent par une lettre et sont différents.',
  'No Row Has a Valid Phone Number':
    'Aucune ligne n’a de numéro de téléphone valide. Vérifiez la colonne des numéros et le pays du compte.',
  'The Server Has No Public Address for Short Links':
    'Le serveur n’a pas d’adresse publique pour les liens courts. L’administrateur définit NGOMA_PUBLIC_URL ou NGOMA_HOST_LINKS.',
}
