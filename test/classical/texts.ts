/** A courier with a van: typed, priced, with constants, a negative precondition and an `either` type. */
export const courier = `
(define (domain courier)
  (:requirements :typing :action-costs :negative-preconditions :equality)
  (:types place - object  van parcel letter - object)
  (:constants depot - place)
  (:predicates (road ?a ?b - place) (at ?v - van ?p - place) (lies ?t - (either parcel letter) ?p - place) (in ?t - (either parcel letter) ?v - van) (full ?v - van))
  (:functions (total-cost) - number (length ?a ?b - place) - number)
  (:action drive
    :parameters (?v - van ?a ?b - place)
    :precondition (and (at ?v ?a) (road ?a ?b) (not (= ?a ?b)))
    :effect (and (not (at ?v ?a)) (at ?v ?b) (increase (total-cost) (length ?a ?b))))
  (:action load
    :parameters (?t - (either parcel letter) ?v - van ?p - place)
    :precondition (and (at ?v ?p) (lies ?t ?p) (not (full ?v)))
    :effect (and (not (lies ?t ?p)) (in ?t ?v) (full ?v) (increase (total-cost) 1)))
  (:action unload
    :parameters (?t - (either parcel letter) ?v - van ?p - place)
    :precondition (and (at ?v ?p) (in ?t ?v))
    :effect (and (lies ?t ?p) (not (in ?t ?v)) (not (full ?v)) (increase (total-cost) 1))))`;

/** The parcel and the letter lie at the depot and go to the mill and to the inn; the way back is dearer over the hill. */
export const delivery = `
(define (problem delivery)
  (:domain courier)
  (:objects mill inn - place  v - van  p - parcel  l - letter)
  (:init (at v inn) (lies p depot) (lies l depot)
    (road depot mill) (road mill depot) (road depot inn) (road inn depot) (road mill inn) (road inn mill)
    (= (length depot mill) 4) (= (length mill depot) 4) (= (length depot inn) 3) (= (length inn depot) 3) (= (length mill inn) 9) (= (length inn mill) 9) (= (total-cost) 0))
  (:goal (and (lies p mill) (lies l inn)))
  (:metric minimize (total-cost)))`;

/** Lamps that a switch turns over: conditional effects, for all lamps of its row. */
export const lamps = `
(define (domain lamps)
  (:requirements :typing :conditional-effects :negative-preconditions)
  (:types lamp row)
  (:predicates (on ?l - lamp) (of ?l - lamp ?r - row))
  (:action switch
    :parameters (?r - row)
    :effect (and
      (forall (?l - lamp) (when (and (of ?l ?r) (on ?l)) (not (on ?l))))
      (forall (?l - lamp) (when (and (of ?l ?r) (not (on ?l))) (on ?l))))))`;

export const dark = `
(define (problem dark) (:domain lamps)
  (:objects a b c - lamp  x y z - row)
  (:init (of a x) (of b x) (of b y) (of c y) (of c z) (on b))
  (:goal (and (on a) (on b) (on c))))`;
