import "@angular/compiler";
import "zone.js";
import "lib:@angular/material/prebuilt-themes/azure-blue.css";
import { Component, inject, provideZoneChangeDetection } from "@angular/core";
import { FormsModule } from "@angular/forms";
import { bootstrapApplication } from "@angular/platform-browser";
import { MatAutocompleteModule } from "@angular/material/autocomplete";
import { MatButtonModule } from "@angular/material/button";
import { MatButtonToggleModule } from "@angular/material/button-toggle";
import { MatCheckboxModule } from "@angular/material/checkbox";
import { MatChipsModule } from "@angular/material/chips";
import { provideNativeDateAdapter } from "@angular/material/core";
import { MatDatepickerModule } from "@angular/material/datepicker";
import { MatDialog, MatDialogModule } from "@angular/material/dialog";
import { MatExpansionModule } from "@angular/material/expansion";
import { MatInputModule } from "@angular/material/input";
import { MatListModule } from "@angular/material/list";
import { MatMenuModule } from "@angular/material/menu";
import { MatPaginatorModule } from "@angular/material/paginator";
import { MatRadioModule } from "@angular/material/radio";
import { MatSelectModule } from "@angular/material/select";
import { MatSlideToggleModule } from "@angular/material/slide-toggle";
import { MatSliderModule } from "@angular/material/slider";
import { MatSnackBar, MatSnackBarModule } from "@angular/material/snack-bar";
import { MatSortModule } from "@angular/material/sort";
import { MatStepperModule } from "@angular/material/stepper";
import { MatTabsModule } from "@angular/material/tabs";
import { MatTooltipModule } from "@angular/material/tooltip";

const held: Record<string, unknown> = {
  mail: "", food: "pizza", tags: [], fruit: "", agreed: false, plan: "free", dark: false, heat: 30, from: 20, to: 60, align: "left", tab: 0,
  panel: false, menu: null, chips: ["red", "green"], day: new Date(2030, 4, 10), page: 0, sort: null, renamed: null, undone: false, step: 0, picked: [],
};
const iso = (d: Date | null) => d && `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, "0")}-${String(d.getDate()).padStart(2, "0")}`;
(globalThis as unknown as { holds(reader: () => unknown): void }).holds(() => ({ ...held, day: iso(held.day as Date) }));

@Component({
  selector: "rename-dialog",
  imports: [MatDialogModule, MatInputModule, MatButtonModule, FormsModule],
  template: `<h2 mat-dialog-title>Rename the file</h2><mat-dialog-content><mat-form-field><mat-label>New name</mat-label><input matInput [(ngModel)]="name"></mat-form-field></mat-dialog-content>
    <mat-dialog-actions><button mat-button (click)="held['renamed'] = name" mat-dialog-close>Save</button></mat-dialog-actions>`,
})
class RenameDialog {
  name = "";
  held = held;
}

@Component({
  selector: "app-root",
  imports: [FormsModule, MatAutocompleteModule, MatButtonModule, MatButtonToggleModule, MatCheckboxModule, MatChipsModule, MatDatepickerModule, MatDialogModule, MatExpansionModule, MatInputModule, MatListModule, MatMenuModule, MatPaginatorModule, MatRadioModule, MatSelectModule, MatSlideToggleModule, MatSliderModule, MatSnackBarModule, MatSortModule, MatStepperModule, MatTabsModule, MatTooltipModule],
  template: `<div style="width:500px">
    <mat-form-field><mat-label>Mail</mat-label><input matInput [(ngModel)]="held['mail']"></mat-form-field>
    <mat-form-field><mat-label>Food</mat-label><mat-select [(ngModel)]="held['food']"><mat-option value="pizza">Pizza</mat-option><mat-option value="soup">Soup</mat-option><mat-option value="rice">Rice</mat-option></mat-select></mat-form-field>
    <mat-form-field><mat-label>Tags</mat-label><mat-select multiple [(ngModel)]="held['tags']">@for (x of ['alpha','beta','gamma']; track x) {<mat-option [value]="x">{{ x }}</mat-option>}</mat-select></mat-form-field>
    <mat-form-field><mat-label>Fruit</mat-label><input matInput [matAutocomplete]="auto" [(ngModel)]="held['fruit']"><mat-autocomplete #auto="matAutocomplete">@for (x of fruits(); track x) {<mat-option [value]="x">{{ x }}</mat-option>}</mat-autocomplete></mat-form-field>
    <mat-form-field><mat-label>Day</mat-label><input matInput [matDatepicker]="picker" [(ngModel)]="held['day']"><mat-datepicker-toggle matIconSuffix [for]="picker" /><mat-datepicker #picker /></mat-form-field>
    <mat-checkbox [(ngModel)]="held['agreed']">I agree</mat-checkbox>
    <mat-radio-group aria-label="Plan" [(ngModel)]="held['plan']"><mat-radio-button value="free">Free</mat-radio-button><mat-radio-button value="pro">Pro</mat-radio-button></mat-radio-group>
    <mat-slide-toggle [(ngModel)]="held['dark']">Dark mode</mat-slide-toggle>
    <mat-slider><input matSliderThumb aria-label="Heat" [(ngModel)]="held['heat']"></mat-slider>
    <mat-slider><input matSliderStartThumb aria-label="From" [(ngModel)]="held['from']"><input matSliderEndThumb aria-label="To" [(ngModel)]="held['to']"></mat-slider>
    <mat-button-toggle-group aria-label="Align" [(ngModel)]="held['align']"><mat-button-toggle value="left">Left</mat-button-toggle><mat-button-toggle value="right">Right</mat-button-toggle></mat-button-toggle-group>
    <mat-tab-group [(selectedIndex)]="held['tab']"><mat-tab label="One">First</mat-tab><mat-tab label="Two">Second</mat-tab></mat-tab-group>
    <mat-expansion-panel (opened)="held['panel'] = true"><mat-expansion-panel-header>Details</mat-expansion-panel-header>Hidden words</mat-expansion-panel>
    <button mat-button [matMenuTriggerFor]="menu">Actions</button><mat-menu #menu="matMenu"><button mat-menu-item (click)="held['menu'] = 'copy'">Copy</button><button mat-menu-item [matMenuTriggerFor]="more">More</button></mat-menu><mat-menu #more="matMenu"><button mat-menu-item (click)="held['menu'] = 'move'">Move</button></mat-menu>
    <mat-chip-set>@for (x of chips(); track x) {<mat-chip (removed)="remove(x)">{{ x }}<button matChipRemove [attr.aria-label]="'remove ' + x">x</button></mat-chip>}</mat-chip-set>
    <button mat-button (click)="rename()">Rename</button><button mat-button (click)="notify()">Notify</button><button mat-button matTooltip="Removes it for good" #tip="matTooltip">Remove</button>
    <mat-selection-list aria-label="Parts" (selectionChange)="pick($event)"><mat-list-option value="a">Axle</mat-list-option><mat-list-option value="b">Bolt</mat-list-option></mat-selection-list>
    <table matSort (matSortChange)="held['sort'] = $event.active + ' ' + $event.direction"><tr><th mat-sort-header="age">Age</th></tr><tr><td>36</td></tr></table>
    <mat-paginator [length]="100" [pageSize]="10" [pageSizeOptions]="[5, 10]" (page)="held['page'] = $event.pageIndex; held['size'] = $event.pageSize" />
    <mat-stepper (selectionChange)="held['step'] = $event.selectedIndex"><mat-step label="Address">Where to? <button mat-button matStepperNext>Next</button></mat-step><mat-step label="Payment">How to pay?</mat-step></mat-stepper>
  </div>`,
})
class App {
  held = held;
  dialog = inject(MatDialog);
  snackBar = inject(MatSnackBar);
  fruits = () => ["Apple", "Banana", "Cherry"].filter((x) => x.toLowerCase().includes(String(held.fruit).toLowerCase()));
  chips = () => held.chips as string[];
  remove(x: string) {
    held.chips = this.chips().filter((y) => y !== x);
  }
  rename() {
    this.dialog.open(RenameDialog);
  }
  notify() {
    this.snackBar.open("Note archived", "Undo").onAction().subscribe(() => held.undone = true);
  }
  pick({ source }: { source: { selectedOptions: { selected: { value: string }[] } } }) {
    held.picked = source.selectedOptions.selected.map(({ value }) => value);
  }
}
document.querySelector("#app")!.innerHTML = "<app-root></app-root>";
bootstrapApplication(App, { providers: [provideZoneChangeDetection(), provideNativeDateAdapter()] });
