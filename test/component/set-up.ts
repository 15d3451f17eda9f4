import '#app/ui/shop.css';
